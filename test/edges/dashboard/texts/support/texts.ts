import { createDraft } from "../../../../../service/features/workflow/drafts/create-draft.ts";
import type { TestService } from "../../../../support/service.ts";
import { context, draftInput, type Workshop } from "../../../../support/workflow.ts";

/** Makes drafts of the client, and reads what stands in their newest version. */
export const draftsOf = (service: Pick<TestService, "sql">, own: Workshop) => ({
  newDraft: async (input = {}) =>
    (await createDraft(service.sql, own.agencyId, draftInput(own.clientId, input), context)).id,
  newestOf: async (draftId: string) => {
    const [row] = await service.sql`
      select d.version, v.title, v.subtitle, v.body_markdown as body, v.topics, v.slug, v.seo_title as "seoTitle"
      from draft d
      join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
      where d.agency_id = ${own.agencyId} and d.id = ${draftId}
    `;
    return row;
  },
});

export const texts = (input: Record<string, string> = {}): Record<string, string> => ({
  title: "Neues Werk in Bremen eröffnet",
  bodyMarkdown: "Bremen. Das Werk hat **120** Arbeitsplätze und ging am Montag in Betrieb.",
  language: "de",
  ...input,
});
