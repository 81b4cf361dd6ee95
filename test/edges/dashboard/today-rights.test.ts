import { describe, expect, test } from "bun:test";
import { createContact } from "../../features/media-contacts/support.ts";
import { registerEndpoint } from "../../features/reporting/webhooks/webhook-calls.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { createDashboardUser } from "./support.ts";

describe("the page Heute", () => {
  const { service } = serviceScene("embedded");

  test("names the address of a webhook only to those who may see webhooks", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const address = "http://127.0.0.1:9/geheimes-ende";
    await registerEndpoint(service.sql, agencyId, address);
    await service.sql`
      update webhook
      set disabled_at = now(), disabled_reason = 'failing'
      where agency_id = ${agencyId}`;
    const isShownTo = async (role: "owner" | "editor" | "analyst") => {
      const { get } = await createDashboardUser(service, agencyId, { role });
      return (await (await get("/app")).text()).includes(address);
    };
    expect([await isShownTo("owner"), await isShownTo("editor"), await isShownTo("analyst")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("shows the balance only to those who may see credits", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const isShownTo = async (role: "owner" | "editor" | "analyst") => {
      const { get } = await createDashboardUser(service, agencyId, { role });
      return (await (await get("/app")).text()).includes("Guthaben");
    };
    expect([await isShownTo("owner"), await isShownTo("editor"), await isShownTo("analyst")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("counts contacts in whole sentences", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const { get } = await createDashboardUser(service, agencyId, { role: "editor" });
    await createContact(service.sql, agencyId);
    await service.sql`
      update media_contact
      set created_at = now() - interval '3 months'
      where agency_id = ${agencyId}`;
    expect(await (await get("/app")).text()).toContain(
      "Ein Kontakt wurde seit über einem Monat nicht über die Speicherung informiert.",
    );
    await createContact(service.sql, agencyId);
    await service.sql`
      update media_contact
      set deletion_shown_at = now()
      where agency_id = ${agencyId}`;
    expect(await (await get("/app")).text()).toContain(
      "2 Kontakte sind zur Löschung vorgesehen, weil sie lange niemand angeschrieben oder bestätigt hat.",
    );
  });
});
