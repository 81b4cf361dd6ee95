import { setTimeout as sleep } from "node:timers/promises";
import { addClipping } from "../../features/insights/clippings/add-clipping.ts";
import { countMedia } from "../../features/mailings/figures-sql.ts";
import { changeMailing, createMailing, readFigures, readMailing } from "../../features/mailings/mailings.ts";
import { mailingLoopName } from "../../features/mailings/prepare-mailings.ts";
import type { MailingFigures } from "../../features/mailings/schema.ts";
import { scheduleMailing } from "../../features/mailings/send-mailing.ts";
import { localDay } from "../../features/measurement/local-day.ts";
import { addContact } from "../../features/media-contacts/contacts.ts";
import { saveContactList } from "../../features/media-contacts/lists.ts";
import { retentionMonths, saveContactSettings } from "../../features/media-contacts/settings.ts";
import { mailLoopName } from "../../floor/mail/outbox/loops.ts";
import { openSecretKey } from "../../floor/secrets/open-secret-key.ts";
import { createSecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { demoOwner } from "../content/demo-agency.ts";
import * as press from "../content/press-list.ts";
import type { Demo, DemoStep, PublishedDemoRelease } from "../demo.ts";
import { planVisit } from "../visitors/plan-visit.ts";
import { createRandom } from "../visitors/random.ts";

/** Editors who follow a link of the mail: to the release, and to its pictures. */
const clicks = { release: 9, pictures: 3 };
/** Nine mails and as many clicks take two seconds; on a busy machine ten times that. */
const timeoutMs = 30_000;
const pollIntervalMs = 100;

/** Enters a press list, sends a release to it, and lets editors react as they do. */
export const sendMailing: DemoStep = {
  name: "mailing",
  title: "Send a release to a press list of twelve, to mailboxes on this machine",
  async run(demo) {
    const { agencyId, actor, mails } = demo;
    const { sql } = demo.service.database;
    const release = demo.releases.find(
      ({ clientSlug, paper }) => clientSlug === press.mailingClientSlug && paper,
    );
    if (release === undefined) throw new Error("The demo has no release to send.");
    const listIds = await enterPressList(demo);
    const { pressReleaseId: releaseId, clientId } = release;
    const { id } = await createMailing(
      sql,
      agencyId,
      { clientId, releaseId, replyTo: demoOwner.email },
      { actor },
    );
    await changeMailing(sql, agencyId, { id, listIds, message: press.mailingMessage }, { actor });
    const order = { id, dueAt: null, typedCount: null, isInforming: true };
    const { count } = await scheduleMailing(sql, agencyId, order, { actor });
    const through = (figures: MailingFigures) => figures.sent + figures.undeliverable === count;
    await untilFigures(demo, id, through);
    await follow(demo);
    await object(demo);
    await enterClippings(demo, release);
    const clicked = clicks.release + clicks.pictures;
    const figures = await untilFigures(demo, id, (each) => each.clicks === clicked);
    const media = await countMedia(sql, agencyId, [{ id, releaseId }]);
    const { leftOut } = await readMailing(sql, agencyId, { id, clientIds: null });
    return {
      lines: [
        `12 contacts, 2 lists: ${count} recipients, 1 in both lists, ${leftOut.blockedByCountry} left out by the rule of Austria`,
        `${figures.sent} sent, ${figures.undeliverable} undeliverable, ${figures.objections} objection, ${figures.clicks} clicks (${figures.pictureClicks} on pictures); no opening is measured`,
        `${media.reported} of ${media.addressed} media have reported`,
      ],
      result: { recipients: count, leftOut, figures, media },
      next: [`the mails         ${mails.folder}`, "                  (files that mail programs open)"],
    };
  },
};

async function enterPressList({ service, log, dataDirectory, agencyId, actor, releases }: Demo) {
  const { sql } = service.database;
  const secrets = createSecretCipher(await openSecretKey(dataDirectory, log));
  const act = { scope: null, actor };
  const settings = { retentionMonths: retentionMonths.usual, noticeUrl: press.noticeUrl };
  await saveContactSettings(sql, agencyId, { settings, actor });
  const topics = { topics: press.topicList.topics, regions: [], media: [], languages: [], countries: [] };
  const listOf = (name: string, condition: (typeof topics & { clientIds: number[] }) | null) =>
    saveContactList(sql, agencyId, { ...act, list: { id: null, name, clientId: null, condition } });
  const byTopic = await listOf(press.topicList.name, { ...topics, clientIds: [] });
  const byHand = await listOf(press.regionalList.name, null);
  for (const { clientSlugs, ...said } of press.pressList) {
    const ids = releases.filter(({ clientSlug }) => clientSlugs?.includes(clientSlug));
    const clientIds = clientSlugs === undefined ? null : [...new Set(ids.map(({ clientId }) => clientId))];
    const fields = { ...usualContact, ...said, clientIds };
    const listIds = press.regionalList.addresses.includes(said.email) ? [byHand] : [];
    await addContact(sql, agencyId, { ...act, fields, listIds }, secrets);
  }
  return [byTopic, byHand];
}

const usualContact = {
  ...{ addressAs: null, title: null, firstName: null, lastName: null, role: null, phone: null },
  ...{ regions: [], language: "de", country: "DE", isEditorial: true, notes: null },
  ...{ basis: "legitimate_interest" as const, basisReason: null, basisOn: null, source: "Impressum" },
};

/** Opens the links of a mail as its readers do, each from a place of its own. */
async function follow({ mails }: Demo): Promise<void> {
  const source = mails.find(press.regionalList.addresses[0] ?? "") ?? "";
  // A long line of a mail is broken by "=" at its end (RFC 2045, 6.7).
  const text = source.replace(/=\r\n/g, "").replaceAll("=3D", "=");
  const linkTo = (name: string) => new RegExp(`http\\S+utm_source=${name}&\\S+`).exec(text)?.[0] ?? "";
  const random = createRandom(12);
  const urls = [
    ...Array.from({ length: clicks.release }, () => linkTo("aussand")),
    ...Array.from({ length: clicks.pictures }, () => linkTo("aussand-bilder")),
  ];
  while (urls.length > 0) {
    const { isPerson, address, headers } = planVisit(random);
    if (!isPerson) continue;
    const { referer: _none, ...own } = headers;
    const response = await fetch(urls.pop() ?? "", { headers: { ...own, "x-forwarded-for": address } });
    await response.text();
    if (response.status !== 200) throw new Error(`A link of the mailing answered ${response.status}.`);
  }
}

/** One click in a mail program (RFC 8058). */
async function object({ mails }: Demo): Promise<void> {
  const source = mails.find(press.objectingAddress) ?? "";
  const url = /^List-Unsubscribe:\s*<(http[^>]+)>/m.exec(source)?.[1] ?? "";
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const { status } = await fetch(url, { method: "POST", body });
  if (status !== 200) throw new Error(`The link to object answered ${status}.`);
}

async function enterClippings(demo: Demo, release: PublishedDemoRelease): Promise<void> {
  const { agencyId, actor, service } = demo;
  const { clientId, pressReleaseId: releaseId } = release;
  for (const clipping of press.clippings) {
    const fields = {
      ...{ clientId, releaseId, mediaType: "print" as const, url: "", matchType: "mention" as const },
      ...{ publishedOn: localDay(new Date(), "Europe/Berlin"), author: null, language: "de", note: null },
      ...{ reach: null, reachSource: null, ...clipping },
    };
    await addClipping(service.database.sql, agencyId, { fields, actor });
  }
}

async function untilFigures(
  { service, agencyId }: Demo,
  id: string,
  isReached: (figures: MailingFigures) => boolean,
): Promise<MailingFigures> {
  const { sql } = service.database;
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    for (const name of [mailingLoopName, mailLoopName("mailing")]) service.wake(name);
    const mailing = await readMailing(sql, agencyId, { id, clientIds: null });
    const figures = await readFigures(sql, agencyId, mailing);
    if (figures !== null && isReached(figures)) return figures;
    if (performance.now() > deadlineMs)
      throw new Error(`The mailing is not through after ${timeoutMs / 1000} s: ${JSON.stringify(figures)}.`);
    await sleep(pollIntervalMs);
  }
}
