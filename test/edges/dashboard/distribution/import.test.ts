import { expect, test } from "bun:test";
import { handOver } from "../../../features/insights/support.ts";
import { secretKey } from "../../../features/media-contacts/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";

const { sql, agency, editor } = serviceScene("server", {
  LOOPS: "on",
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});

const columns = {
  ...{ email: "E-Mail", medium: "Medium", country: "Land", source: "Quelle" },
  ...{ basis: "Rechtsgrundlage", objected: "Widerspruch" },
};

test("the page of an import says who has objected, and which columns nothing was taken from", async () => {
  const file = [
    "E-Mail;Medium;Land;Quelle;Rechtsgrundlage;Widerspruch;Fax;Kürzel",
    "ja@blatt.example;Blatt;DE;Impressum;Wunsch;;0421 99;aa",
    "nein@blatt.example;Blatt;DE;Impressum;Wunsch;02.05.2026;;nn",
  ];
  const { id } = await handOver(sql, agency.agencyId, file.join("\n"), "media-contacts");
  const path = `/app/verteiler/import/${id}`;
  expect(await (await editor.get(path)).text()).toContain('<option value="Widerspruch" selected');
  const sent = await editor.post(`${path}/uebernehmen`, columns);
  expect(sent.status).toBe(303);
  const page = await until("the import has ended", async () => {
    const text = await (await editor.get(path)).text();
    return text.includes("Übernommen") && text;
  });
  expect(page).toContain(
    "1 neuer Kontakt. 1 hat widersprochen und ist nicht aufgenommen. Nicht übernommen sind die Spalten „Fax“ und „Kürzel“.",
  );
});
