import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { fanOutChunk } from "../../../../service/features/newsroom/subscriptions/fan-out-sql.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { readOverview } from "../../../../service/features/workflow/releases/read-overview.ts";
import { readRelease } from "../../../../service/features/workflow/releases/read-release.ts";
import { shareTexts } from "../../../../service/features/workflow/releases/share-texts.ts";
import { createSubscription } from "../../../features/newsroom/subscriptions/support.ts";
import { thisMonth } from "../../../support/berlin-days.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createApproved, createWorkshop, type Workshop } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

const { service } = serviceScene();

const soon = { approvedVersion: 1, maxCredits: 1 };

describe("the page of a release", () => {
  test("holds figures beside its own average, clippings, mailing and reports", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    await createSubscription(service.sql, workshop, { address: "eins@zeitung.example" });
    const releaseId = await online(workshop);
    await fanOutChunk(service.sql, agencyId);
    const read = async (isLimited = false) => {
      const release = await readRelease(service.sql, agencyId, releaseId);
      return await readOverview(service.sql, agencyId, { release, timeZone: "Europe/Berlin", isLimited });
    };
    expect((await read()).figures.daysBefore).toBe(0);
    await service.sql`
      update release
      set published_at = ((now() at time zone 'Europe/Berlin')::date - 13)::timestamp at time zone 'Europe/Berlin'
      where agency_id = ${agencyId} and id = ${releaseId}`;
    await service.sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100
      )
      select ${agencyId}, ${releaseId}, (now() at time zone 'Europe/Berlin')::date - ago, class, requests, 1, 1, 2, 0, 0, 0, 0, 0, 0
      from (values (0, 0, 20), (6, 0, 10), (7, 0, 14), (13, 0, 7), (0, 3, 500)) as counted (ago, class, requests)`;
    await service.sql`
      insert into campaign (agency_id, id, name) values (${agencyId}, ${uuidv7()}, 'Herbst')`;
    await service.sql`
      insert into campaign_release (agency_id, campaign_id, release_id)
      select agency_id, id, ${releaseId} from campaign where agency_id = ${agencyId}`;
    const user = await createDashboardUser(service, agencyId);
    const page = async () => await (await user.get(`/app/meldungen/erschienen/${releaseId}`)).text();
    // Six days are no week: the first ones would be taken for the usual.
    await service.sql`
      update release set published_at = published_at + interval '1 day'
      where agency_id = ${agencyId} and id = ${releaseId}`;
    expect(await page()).not.toContain("sonst");
    await service.sql`
      update release set published_at = published_at - interval '1 day'
      where agency_id = ${agencyId} and id = ${releaseId}`;
    const { figures, mailing, clippings } = await read();
    expect(figures).toMatchObject({ views: { latest: 30, before: 21 }, daysBefore: 7 });
    expect(mailing).toEqual({ mails: 1, isWritten: true, waiting: 1, failed: 0 });
    expect(clippings).toEqual([]);
    const whole = await page();
    expect(whole).toContain(`<dt>Nummer</dt><dd>${releaseId},`);
    expect(whole).toContain("sonst 21 in sieben Tagen (+43\u00a0%)");
    expect(whole).toContain("Eine Mail an Abonnenten (noch unterwegs: 1).");
    expect(whole).toContain("Noch in keinem Bericht.");
    const made = await user.post("/app/berichte/neu", {
      scope: `article:${releaseId}`,
      period: thisMonth(),
      comparison: "none",
    });
    expect(made.status).toBe(303);
    expect((await read()).reports).toHaveLength(1);
    expect((await read(true)).reports).toHaveLength(1);
  });

  test("says of a newsroom without subscribers that nobody waited, and claims no mails", async () => {
    const workshop = await createWorkshop(service.sql);
    const releaseId = await online(workshop);
    await fanOutChunk(service.sql, workshop.agencyId);
    const user = await createDashboardUser(service, workshop.agencyId);
    const page = await (await user.get(`/app/meldungen/erschienen/${releaseId}`)).text();
    expect(page).toContain("Kein Abonnent wartete auf diese Meldung.");
    expect(page).not.toContain("Mails an Abonnenten sind verschickt");
  });

  test("offers the mail that it is online to who wants it and did not get it, failed and cancelled ones too", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    const wish = { clientId, name: "Bea", email: "bea@mueller.example", wantsOnlineMail: true };
    const { id } = await addClientContact(service.sql, agencyId, wish, context.actor);
    const releaseId = await online(workshop);
    const user = await createDashboardUser(service, agencyId);
    const path = `/app/meldungen/erschienen/${releaseId}`;
    const isOffered = async () => (await (await user.get(path)).text()).includes("an die übrigen senden");
    const end = (status: string) => service.sql`
      update mail set status = ${status}, due_at = null, finished_at = now()
      where agency_id = ${agencyId} and about_id = ${id} and kind = 'release_online'`;
    for (const status of ["failed", "cancelled"]) {
      expect(await isOffered()).toBe(false);
      await end(status);
      expect(await isOffered()).toBe(true);
      expect((await user.post(`${path}/online-mail`)).status).toBe(303);
    }
    await end("sent");
    expect(await isOffered()).toBe(false);
    await end("failed");
    await service.sql`update client_contact set wants_online_mail = false where agency_id = ${agencyId} and id = ${id}`;
    expect(await isOffered()).toBe(false);
  });

  test("has texts to copy, of title, lead, topics and link", () => {
    const texts = shareTexts({
      title: "Neues Werk",
      lead: "Bremen. Es geht los.",
      topics: ["Erneuerbare Energien", "?!", "bau"],
      clientName: "Müller",
      agencyName: "Nordlicht",
      url: "https://presse.example/newsroom/mueller/neues-werk",
      publishedAt: "4. Dezember 2026, 17:30 Uhr",
    });
    expect(texts.linkedIn).toBe(
      "Neues Werk\n\nBremen. Es geht los.\n\nhttps://presse.example/newsroom/mueller/neues-werk\n\n#ErneuerbareEnergien #Bau",
    );
    expect(texts.client).toContain(
      "„Neues Werk“ ist seit dem 4. Dezember 2026, 17:30 Uhr, online:\nhttps://",
    );
    expect(texts.client).toEndWith("Freundliche Grüße\nNordlicht");
    expect(texts.colleagues).toStartWith(
      "Online seit dem 4. Dezember 2026, 17:30 Uhr: „Neues Werk“ (Müller)\nhttps://",
    );
  });
});

async function online(workshop: Workshop): Promise<number> {
  const draftId = await createApproved(service.sql, workshop);
  return (await publishRelease(service.sql, workshop.agencyId, { ...soon, draftId }, context)).pressReleaseId;
}
