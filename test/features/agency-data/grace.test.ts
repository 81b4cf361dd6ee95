import { describe, expect, test } from "bun:test";
import { deleteAgency, restoreAgency } from "../../../service/features/agencies/delete-agency.ts";
import { hashAddress } from "../../../service/features/newsroom/subscriptions/address-cipher.ts";
import { signLink } from "../../../service/features/newsroom/subscriptions/link-token.ts";
import { listSubscriptionsOf } from "../../../service/features/newsroom/subscriptions/sql.ts";
import { subscribe } from "../../../service/features/newsroom/subscriptions/subscribe.ts";
import { createReportLink } from "../../../service/features/reporting/links/report-links.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { takeTurn } from "../../../service/features/reporting/webhooks/take-turn.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { noDetails } from "../../../service/features/workflow/drafts/release-details.ts";
import { createEmbargoLink } from "../../../service/features/workflow/embargo/embargo-links.ts";
import { createPreviewLink } from "../../../service/features/workflow/preview/preview-draft.ts";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestRelease, serviceKinds } from "../../support/service.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  type Workshop,
} from "../../support/workflow.ts";
import { drawJpeg } from "../media/support/draw.ts";
import { add, openTestMedia } from "../media/support/media.ts";
import { sendForm } from "../newsroom/subscriptions/forms.ts";
import { secretKey, secrets } from "../newsroom/subscriptions/support.ts";
import { registerEndpoint } from "../reporting/webhooks/webhook-calls.ts";

const { actor } = context;

describe.each(serviceKinds.map((kind) => [kind]))(
  "an agency in its time of grace, on the %s database",
  (kind) => {
    const { service, atEnd } = serviceScene(kind, {
      SECRET_KEY: Buffer.from(secretKey).toString("hex"),
      TRUSTED_PROXIES: "127.0.0.0/8",
    });
    let agency: Workshop;
    const media = given(async () => openTestMedia(service.sql));
    atEnd(() => media.close());

    test("shows no picture, report or release under embargo", async () => {
      const { sql, url: publicUrl } = service;
      agency = await createWorkshop(sql, { credits: 5 });
      const { agencyId, clientId } = agency;
      const picture = await add(media, agencyId, { clientId, bytes: await drawJpeg(40, 30) });
      await publishAtOnce(sql, clientId, {
        title: "Neues Werk",
        bodyMarkdown: "Text",
        slugs: [`werk-${agencyId}`],
        publishedAt: null,
        details: { ...noDetails, imageAssetId: picture.assetId },
      });
      expect(await statusesOf(() => statusOf(picture.url))).toEqual([200, 404, 200]);

      const { pressReleaseId } = await createTestRelease(sql, agencyId);
      const report = await createPublicationReport(sql, agencyId, {
        scopeType: "article",
        scopeId: pressReleaseId,
        createdBy: "operator",
        seal: await testSeal(),
        publicUrl,
      });
      const link = await createReportLink(sql, agencyId, { reportId: report.id, actor, publicUrl });
      const { pathname } = new URL(link.url);
      expect(await statusesOf(() => statusOf(pathname))).toEqual([200, 404, 200]);
      expect(await statusesOf(() => statusOf(`${pathname}/bericht.pdf`))).toEqual([200, 404, 200]);

      const draftId = await createApproved(sql, agency, {
        embargoUntil: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      });
      const embargo = await createEmbargoLink(sql, agencyId, { draftId, name: "Tageblatt" }, context);
      expect(await statusesOf(() => statusOf(new URL(embargo.url).pathname))).toEqual([200, 404, 200]);
    });

    test("shows no text that waits for approval, and takes no decision on it", async () => {
      const { sql } = service;
      agency = await createWorkshop(sql);
      const { token } = await createRequested(sql, agency);
      expect(await statusesOf(() => statusOf(`/approvals/${token}`))).toEqual([200, 410, 200]);
      // The form that somebody had open before.
      const decide = () => decideApproval(sql, token, { status: "approved", comment: null });
      const [{ name } = { name: "" }] = await sql<{ name: string }[]>`
      select name from agency where id = ${agency.agencyId}`;
      await deleteAgency(sql, agency.agencyId, { name, graceDays: 30, actor });
      expect(await decide()).toBe(false);
      await restoreAgency(sql, agency.agencyId, { actor });
      expect(await decide()).toBe(true);
    });

    test("shows no draft by a link to its preview", async () => {
      const { sql, url: publicUrl } = service;
      agency = await createWorkshop(sql);
      const { draftId } = await createRequested(sql, agency);
      const input = { draftId, actor };
      const { url } = await createPreviewLink({ sql, publicUrl, secrets }, agency.agencyId, input);
      expect(await statusesOf(() => statusOf(new URL(url).pathname))).toEqual([200, 410, 200]);
    });

    test("takes no confirmation of a subscription, but lets readers leave", async () => {
      const { sql } = service;
      agency = await createWorkshop(sql);
      const { agencyId, clientId } = agency;
      const address = `leserin-${agencyId}@example.org`;
      const input = { clientId, address, topic: null, frequency: "at_once" } as const;
      await subscribe(sql, secrets, agencyId, input);
      const [found] = await listSubscriptionsOf(sql, agencyId, hashAddress(secrets, agencyId, address));
      const ref = { agencyId, id: found?.id ?? "" };
      const confirm = `/abo/bestaetigen/${signLink(secrets, "confirm", ref)}`;
      expect(await statusesOf(() => statusOf(confirm))).toEqual([200, 410, 200]);
      const [{ name } = { name: "" }] = await sql<{ name: string }[]>`
      select name from agency where id = ${agencyId}`;
      await deleteAgency(sql, agencyId, { name, graceDays: 30, actor });
      expect((await sendForm(service, confirm, {})).status).toBe(410);
      const leave = `/abo/abmelden/${signLink(secrets, "leave", ref)}`;
      expect((await sendForm(service, leave, {})).status).toBe(200);
    });

    test("sends no webhook, even where a process has the agency in its line, and loses none", async () => {
      const { sql } = service;
      agency = await createWorkshop(sql);
      const { agencyId } = agency;
      const { id } = await registerEndpoint(sql, agencyId, "http://127.0.0.1:9/");
      await sql`
      with message as (
        insert into webhook_message (agency_id, id, event_type, payload)
        select ${agencyId}::integer, gen_random_uuid(), 'report.created', '{}'
        from generate_series(1, 3)
        returning id
      )
      insert into webhook_queue (agency_id, webhook_id, message_id)
      select ${agencyId}::integer, ${id}::uuid, id
      from message`;
      const claimed = async () => (await takeTurn(sql, agencyId, { results: [], count: 1 })).messages.length;
      expect(await statusesOf(claimed)).toEqual([1, 0, 1]);
    });

    const statusOf = async (path: string) => (await fetch(service.url + path, { redirect: "manual" })).status;

    /** The status of an answer while the agency is there, after it was marked, and once it is back. */
    async function statusesOf(answer: () => Promise<unknown>): Promise<unknown[]> {
      const { sql } = service;
      const [{ name } = { name: "" }] = await sql<{ name: string }[]>`
      select name from agency where id = ${agency.agencyId}`;
      const before = await answer();
      await deleteAgency(sql, agency.agencyId, { name, graceDays: 30, actor });
      const marked = await answer();
      await restoreAgency(sql, agency.agencyId, { actor });
      return [before, marked, await answer()];
    }
  },
);
