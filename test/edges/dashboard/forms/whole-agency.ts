import { exportJWK, generateKeyPair } from "jose";
import { createEmbargoLink } from "../../../../service/features/workflow/embargo/embargo-links.ts";
import { handOver } from "../../../features/insights/support.ts";
import { thisMonth } from "../../../support/berlin-days.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { createTestRelease, type TestService } from "../../../support/service.ts";
import { createApproved, createRequested, createWorkshop } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser, send } from "../support.ts";

/** An agency in which each page and each form finds something at its address. */
export type WholeAgency = {
  agencyId: number;
  owner: DashboardUser;
  /** By the part of a path before it: `ids.kunden` for `/app/kunden/:id`. */
  ids: Readonly<Record<string, string>>;
  /** What hidden fields and lists hold, by their name. */
  values: Readonly<Record<string, string>>;
  /** Addresses of forms for people without an account. */
  outside: { approval: string; embargo: string; reportLink: string; subscription: string };
};

/** What its service needs. */
export const wholeAgencySettings = {
  LOOPS: "on",
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "service@example.org",
};

const csv = `Meldung;Medium;Mediengattung;Überschrift;Adresse;Erschienen am;Trefferart
Neues Werk in Bremen eröffnet;Hafenblog;Online;Ein Werk;https://hafenblog.example/werk;2026-11-03;Nennung
`;

export async function createWholeAgency(service: Pick<TestService, "url" | "sql">): Promise<WholeAgency> {
  const { sql } = service;
  const workshop = await createWorkshop(sql);
  const { agencyId, clientId } = workshop;
  const owner = await createDashboardUser(service, agencyId);
  const colleague = await createDashboardUser(service, agencyId, { role: "editor" });
  const { pressReleaseId } = await createTestRelease(sql, agencyId);
  const requested = await createRequested(sql, workshop);
  const embargoUntil = new Date(Date.now() + 86_400_000).toISOString();
  const approved = await createApproved(sql, workshop, { embargoUntil });

  const made = async (path: string, fields: Record<string, string | string[]>) => {
    const answer = await owner.post(`/app${path}`, fields);
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const upload = (path: string, body: BodyInit) =>
    send(service, `/app${path}`, { method: "POST", body, headers: { cookie: owner.cookie } });
  /** The id of the newest row, whatever the page that made it shows. */
  const idOf = async (table: string) => {
    const [row] = await sql<{ id: string }[]>`
      select id::text as id from ${sql(table)} where agency_id = ${agencyId} order by id desc limit 1`;
    if (row === undefined) throw new Error(`There is no ${table}.`);
    return row.id;
  };

  const key = await exportJWK((await generateKeyPair("EdDSA", { extractable: true })).publicKey);
  const scope = `article:${pressReleaseId}`;
  await made("/einstellungen/anmeldung/portal", {
    name: "Portal",
    issuer: `portal-${agencyId}`,
    publicKey: JSON.stringify(key),
  });
  await made("/clippings/feeds", { name: "Suche", url: "https://feeds.example/a.xml" });
  const subject = `client:${clientId}`;
  const clipping = { subject, url: "", mediaType: "print", publishedOn: "2026-11-03", matchType: "mention" };
  const idOfClipping = async (headline: string) => {
    const fields = { ...clipping, headline, medium: "Hafenblatt" };
    const answer = await made("/clippings/eintragen/ohne-adresse", fields);
    return answer.headers.get("location")?.split("/").at(-1) ?? "";
  };
  const beitrag = await idOfClipping("Ein Werk");
  const zusammenfuehren = await idOfClipping("Noch ein Werk");
  await made("/clippings/eintragen", { subject, urls: "https://hafenblog.example/eins" });
  const adresse = await idOf("clipping_address");
  const urls = "https://hafenblog.example/zwei\nhttps://hafenblog.example/drei";
  const adressen = (await made("/clippings/eintragen", { subject, urls })).headers.get("location");
  await made("/zahlen/kampagnen/neu", { name: "Kampagne", releaseIds: [String(pressReleaseId)] });
  await made("/zahlen/portfolios/neu", { name: "Portfolio", clientIds: [String(clientId)] });
  const portfolio = await idOf("portfolio");
  const webhook = { endpointUrl: "http://127.0.0.1:9/", events: ["report.created"] };
  await made("/einstellungen/webhooks/neu", webhook);
  const webhooks = await idOf("webhook");
  await made(`/einstellungen/webhooks/${webhooks}/testen`, { eventType: "report.created" });
  await made(`/einstellungen/webhooks/${webhooks}/nachholen`, { since: "2026-01-01T10:00" });
  const period = { period: thisMonth(), comparison: "previous_period" };
  await made("/berichte/neu", { scope, ...period });
  await made("/berichte/entwuerfe/neu", { ...period, clients: String(clientId) });
  const berichte = await idOf("publication_report");
  await made(`/berichte/${berichte}/dateien`, { format: "csv" });
  const linkPage = await made(`/berichte/${berichte}/links`, { days: "30", password: "geheim-genug-1" });
  const schedule = { scope, period: "week", comparison: "none", day: "weekly-1", atTime: "08:30" };
  await made("/berichte/zeitplaene/neu", {
    ...schedule,
    formats: ["pdf"],
    sending: "drafted",
    recipients: "a@example.org",
  });
  const picture = new FormData();
  picture.append("datei", new File([new Uint8Array(samplePng(60, 20))], "bild.png"));
  await upload(`/kunden/${clientId}/mediathek/hochladen`, picture);
  await upload(
    `/kunden/${clientId}/mediathek/uploads`,
    new URLSearchParams({ fileName: "b.png", bytes: "90" }),
  );
  const uploads = await idOf("asset_upload");
  const importe = (await handOver(sql, agencyId, csv)).id;
  await made(`/kunden/${clientId}/newsroom/umzug`, { site: "presse.alt.example" });
  const umzug = await idOf("newsroom_move");
  const contacts = `E-Mail;Medium;Land;Quelle;Rechtsgrundlage;Themen\nb${agencyId}@blatt.example;Blatt;DE;Impressum;Interesse;Bau\n`;
  const contactFile = (await handOver(sql, agencyId, contacts, "media-contacts")).id;
  const contact = { email: `a${agencyId}@blatt.example`, medium: "Blatt", country: "DE", language: "de" };
  const ground = {
    addressAs: "none",
    source: "Impressum",
    basis: "legitimate_interest",
    topics: "Bau",
    clientIds: String(clientId),
  };
  const kontakt = (await made("/verteiler/neu", { ...contact, ...ground })).headers.get("location");
  const [entered] = await sql<{ at: Date }[]>`
    select date_trunc('milliseconds', changed_at) as at from media_contact where agency_id = ${agencyId}`;
  await made("/verteiler/listen/neu", { name: "Bau", kind: "condition", topics: "Bau" });
  await made("/aussand/neu", { about: `client:${clientId}` });
  const goal = {
    scope: `client:${clientId}`,
    from: "2030-01-01",
    to: "2030-01-31",
    objective: "Mehr",
    audience: "Alle",
  };
  await made(`/kunden/${clientId}/ziele/neu`, {
    ...goal,
    measures: "views",
    measureOf: "",
    measureTarget: "5",
  });
  const embargo = await createEmbargoLink(
    sql,
    agencyId,
    { draftId: approved, name: "Redaktion", expiresAt: new Date(Date.now() + 86_400_000) },
    { publicUrl: service.url, actor: { type: "operator", id: null } },
  );

  const ids = {
    kunden: String(clientId),
    kunde: String(clientId),
    neu: String(clientId),
    meldungen: requested.draftId,
    erschienen: String(pressReleaseId),
    meldung: String(pressReleaseId),
    fassungen: "1",
    vorab: embargo.id,
    berichte,
    entwuerfe: await idOf("report_draft"),
    dateien: await idOf("export_job"),
    links: await idOf("report_link"),
    zeitplaene: await idOf("report_schedule"),
    kampagnen: await idOf("campaign"),
    kampagne: await idOf("campaign"),
    portfolios: portfolio,
    portfolio,
    beitrag,
    zusammenfuehren,
    adresse,
    adressen: adressen?.split("/").at(-1) ?? "",
    importe,
    teil: "0",
    feeds: await idOf("provider_connection"),
    schluessel: workshop.keyId,
    kontakte: await idOf("client_contact"),
    mediathek: await idOf("asset"),
    uploads,
    umzug,
    ziele: await idOf("goal"),
    dateiteile: umzug,
    teile: importe,
    kontakt: kontakt?.split("/").at(-1) ?? "",
    listen: await idOf("media_contact_list"),
    aussand: await idOf("mailing"),
    import: contactFile,
    stuecke: contactFile,
    anmeldung: await idOf("partner"),
    team: colleague.personId,
    webhooks,
    nachrichten: await idOf("webhook_message"),
    nachholen: await idOf("webhook_replay"),
    sitzungen: requested.draftId,
  };
  const [newsroom] = await sql<
    { slug: string }[]
  >`select slug from client where agency_id = ${agencyId} and id = ${clientId}`;
  return {
    agencyId,
    owner,
    ids,
    values: {
      scope,
      subject,
      back: "/app/clippings",
      agencyId: String(agencyId),
      approvalId: requested.approvalId,
      webhookId: webhooks,
      version: "1",
      expectedVersion: "1",
      seenVersion: "1",
      seenAt: entered?.at.toISOString() ?? "",
      measures: "views",
      measureTarget: "5",
      credits: "1",
      releaseId: String(pressReleaseId),
      contactId: ids.kontakte,
      newestId: ids.entwuerfe,
      contacts: "anna@k.example",
      people: "anna@k.example",
      recipients: "bernd@k.example",
    },
    outside: {
      approval: `/approvals/${requested.token}`,
      embargo: new URL(embargo.url).pathname,
      reportLink: new URL(/id="link"[^>]*value="([^"]+)"/.exec(await linkPage.text())?.[1] ?? "").pathname,
      subscription: `/abo/${newsroom?.slug}`,
    },
  };
}

/** The path with the ids of an agency. */
export function pathWith(path: string, ids: WholeAgency["ids"]): string {
  return path
    .replace(/([\w-]+)\/:\w+/g, (_all, before: string) => `${before}/${ids[before] ?? before}`)
    .replace("*", "nichts");
}

/** Ids of the same shape that nobody has. */
export function unknownIds(ids: WholeAgency["ids"]): WholeAgency["ids"] {
  const unknown = (id: string) => (/^\d+$/.test(id) ? "2147483000" : "018f4f0e-1111-7000-8000-000000000000");
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, name === "teil" ? id : unknown(id)]),
  );
}
