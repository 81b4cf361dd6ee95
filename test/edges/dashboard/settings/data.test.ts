import { expect, test } from "bun:test";
import { deleteAll } from "../../../../service/features/reporting/data/delete-sql.ts";
import { serviceScene } from "../../../support/cast.ts";

const { service, agency, owner } = serviceScene();

/** What the page calls each area that goes. */
const words = {
  reports: "Berichte",
  audits: "Protokoll",
  campaigns: "Kampagnen",
  portfolios: "Portfolios",
  schedules: "Zeitpläne",
  mediaMentions: "Clippings",
  searchVisibility: "importierte Zahlen aus Suchmaschinen",
  conversions: "Conversions",
  exportJobs: "Exporte",
  providerConnections: "Feeds der Medienbeobachtung",
  webhooks: "Webhooks",
  webhookDeliveries: "Webhooks",
  aiVisibility: "KI-Antworten",
  timeStamps: "Zeitstempel",
  goals: "Ziele",
};

test("the page that deletes reporting data names all that goes", async () => {
  const page = await (await owner.get("/app/einstellungen/daten/berichte-loeschen")).text();
  for (const word of Object.values(words)) expect(page).toContain(word);
  const { deleted } = await service.sql.begin((transaction) => deleteAll(transaction, agency.agencyId));
  expect(Object.keys(deleted)).toEqual(Object.keys(words));
});
