import type { Workshop } from "../../../../support/workflow.ts";
import type { DashboardUser } from "../../support.ts";

export const typed = (input: Record<string, string> = {}) => ({
  title: "Neues Werk in Bremen eröffnet",
  bodyMarkdown: "Noch nicht gespeichert.",
  language: "de",
  expectedVersion: "1",
  ...input,
});

/** What somebody does with what they typed in the draft of `draftIdOf`, or at another address. */
export function unsavedCalls(own: Workshop, draftIdOf: () => string) {
  const path = () => `/app/meldungen/${draftIdOf()}`;
  return {
    keep: (user: DashboardUser, fields: Record<string, string> = typed(), at = path()) =>
      user.post(`${at}/stand?agency=${own.agencyId}&person=${user.personId}`, fields),
    pageOf: async (user: DashboardUser, at = path()) => (await user.get(at)).text(),
    whose: (user: DashboardUser) => ({ personId: user.personId, of: { draftId: draftIdOf() } }),
  };
}
