import { expect } from "bun:test";
import { createEmbargoLink } from "../../../../service/features/workflow/embargo/embargo-links.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { context, createApproved, createWorkshop } from "../../../support/workflow.ts";
import { sendForm } from "../../newsroom/subscriptions/forms.ts";

export const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);

/** A workshop with approved texts under an embargo, and links to them. */
export function embargoScene() {
  const { service } = serviceScene("server", { TRUSTED_PROXIES: "127.0.0.0/8" });
  const workshop = given(() => createWorkshop(service.sql, { credits: 20 }));

  const embargoed = () => createApproved(service.sql, workshop, { embargoUntil: inDays(3).toISOString() });

  const get = (path: string, cookie = "") =>
    fetch(service.url + path, { redirect: "manual", headers: { cookie } });

  async function createLink(input: { draftId?: string; password?: string } = {}) {
    const draftId = input.draftId ?? (await embargoed());
    const link = await createEmbargoLink(
      service.sql,
      workshop.agencyId,
      { draftId, name: "Anna Brandt, Weser-Kurier", password: input.password },
      context,
    );
    return { ...link, draftId, path: new URL(link.url).pathname };
  }

  async function open(link: { path: string; password: string }): Promise<string> {
    const answer = await sendForm(service, link.path, { password: link.password });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, link.path]);
    return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  }

  return { service, workshop, embargoed, get, createLink, open };
}
