import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readClientId } from "../../../service/features/agent-access/client-id.ts";
import { readReturnAddress, returnAddress } from "../../../service/features/mailings/return-address.ts";
import { accessSecondsLeft } from "../../../service/features/media/access.ts";
import { readLink } from "../../../service/features/newsroom/subscriptions/link-token.ts";
import { createReportLink } from "../../../service/features/reporting/links/report-links.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { createEmbargoLink } from "../../../service/features/workflow/embargo/embargo-links.ts";
import { readPreviewToken } from "../../../service/features/workflow/preview/preview-token.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestRelease, serviceKinds } from "../../support/service.ts";
import { context, createApproved, createRequested, createWorkshop } from "../../support/workflow.ts";

/** What stands below was made by the release before secret links had a folder of their own, under this key. */
const key = Buffer.alloc(32, 7);
const secrets = createSecretCipher(key);
const id = "018f4f0e-1111-7000-8000-000000000000";
const agencyId = 70_001;
const token = "Abc_-Abc_-Abc_-Abc_-Abc_-Abc_-Abc_-Abc_-123";
const tokenHash = Buffer.from("5a18395aa8ebb02c98df1dc4c6c9868d5535dabc2592aa383e3140c25acb7435", "hex");
const salt = Buffer.from("0123456789abcdef");
const passwordKey = Buffer.alloc(32, 5);
const passwordHash = "scrypt$32768$8$3$MDEyMzQ1Njc4OWFiY2RlZg$BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU";

test("a link to a preview of an earlier release names its draft", () => {
  const made = "AAERcQGPTw4REXAAgAAAAAAAAABrDg4Ak2Ty_mfdLCS0vN-d_ydeNbx17onrz2QfzVyYQJus4Yk";
  const expiresAt = new Date("2026-12-01T00:00:00Z");
  expect(readPreviewToken(secrets, made)).toEqual({ agencyId, draftId: id, expiresAt });
});

test.each([
  ["confirm", "AAERcQGPTw4REXAAgAAAAAAAAAD4qIDb4MWiTYjtMnpGsrDq"],
  ["leave", "AAERcQGPTw4REXAAgAAAAAAAAAD8fpPIu6avJ_glz0LcYAje"],
  ["data", "AAERcQGPTw4REXAAgAAAAAAAAACNpwbd5i3sm2_vcaNRpGA7"],
] as const)("a link to %s in a mail of an earlier release names its subscription", (purpose, made) => {
  expect(readLink(secrets, purpose, made)).toEqual({ agencyId, id });
  for (const other of ["confirm", "leave", "data"] as const)
    if (other !== purpose) expect(readLink(secrets, other, made)).toBeNull();
});

test("a returned mail of an earlier release names the mail that went out, in any case, and none that is bent", () => {
  const made = "bounce+00002giwe8yj5vazms2h5iqahbl7k3rk2z25v1v9mn95m@dienst.example";
  const deps = { mailbox: "bounce@dienst.example", secrets };
  expect(returnAddress("bounce", deps, { agencyId, id })).toBe(made);
  const read = (address: string) => readReturnAddress("bounce", deps, address);
  expect([read(made), read(made.toUpperCase())]).toEqual([
    { agencyId, id },
    { agencyId, id },
  ]);
  expect([read(made.replace("m@", "n@")), read(made.replace("+0", "+1"))]).toEqual([null, null]);
});

test("the id of an assistant's program that an earlier release signed names it, and no bent one does", () => {
  const made =
    "svc_client_eyJuIjoiQXNzaXN0ZW50IiwiciI6WyJodHRwczovL2Fzc2lzdGVudC5leGFtcGxlL2NhbGxiYWNrIl0sIm8iOmZhbHNlLCJ4IjoiZjI2TTZlMndqcWFwIn0.oC2DLN9vWGMusiZxjxnfu7M5PsnJlGmchyEDXnggC3g";
  expect(readClientId(secrets, made)).toEqual({
    kind: "registered",
    name: "Assistent",
    host: "assistent.example",
    redirectUris: ["https://assistent.example/callback"],
  });
  const bent = [`${made}.`, `${made}=`, made.slice(0, -1), made.replace("_eyJ", "_eyK"), "svc_client_"];
  expect(bent.map((each) => readClientId(secrets, each))).toEqual(bent.map(() => null));
});

test("the address of a picture in a preview of an earlier release opens it until its end", () => {
  const made = "1795478400.cV9wvkYr3gqY91lTMlGOHuXFI4hcO7e95gYZ078zNwo";
  const asset = { agencyId, assetId: id };
  expect(accessSecondsLeft(secrets, asset, made, new Date("2026-11-23T17:00:00Z"))).toBe(25_200);
  expect(accessSecondsLeft(secrets, asset, made, new Date("2026-11-24T00:00:00Z"))).toBe(0);
});

describe.each([...serviceKinds])("on the %s database", (kind) => {
  const { service } = serviceScene(kind, { SECRET_KEY: key.toString("base64") });
  const workshop = given(() => createWorkshop(service.sql, { credits: 5 }));

  const get = (path: string, cookie = "") =>
    fetch(service.url + path, { redirect: "manual", headers: { cookie } });

  test("a link to an approval opens its page", async () => {
    const { token: made } = await createRequested(service.sql, workshop);
    await giveToken("approval", made);
    expect((await get(`/approvals/${token}`)).status).toBe(200);
  });

  test("a link and a session sign in", async () => {
    const { email, cookie } = await createDashboardUser(service, workshop.agencyId);
    const session = createHash("sha256")
      .update(cookie.split("=")[1] ?? "")
      .digest();
    await service.sql`update person_session set token_hash = ${tokenHash} where token_hash = ${session}`;
    expect((await get("/app", `session=${token}`)).status).toBe(200);
    await service.sql`
      insert into sign_in_link (token_hash, person_id, expires_at)
      select ${tokenHash}, id, now() + interval '1 hour' from person where email = ${email}
    `;
    expect((await get(`/app/anmelden/${token}`)).status).toBe(200);
  });

  test("the cookie of a report link's password opens the report", async () => {
    const { sql } = service;
    const { pressReleaseId } = await createTestRelease(sql, workshop.agencyId);
    const { id: reportId } = await createPublicationReport(sql, workshop.agencyId, {
      scopeType: "article",
      scopeId: pressReleaseId,
      createdBy: "operator",
      seal: await testSeal(),
      publicUrl: service.url,
    });
    const actor = { type: "operator", id: null } as const;
    const input = { reportId, actor, publicUrl: service.url, password: "irgendein Passwort" };
    const { url, linkId } = await createReportLink(sql, workshop.agencyId, input);
    await sql`
      update report_link
      set password_cost = 'scrypt$32768$8$3', password_salt = ${salt}, password_hash = ${passwordKey}
      where id = ${linkId}
    `;
    await giveToken("report", url.slice(-43));
    const made = "bericht=h4FQGvZq-uHjQhAdRKSzQ-gJdADH-LcdKkTP39AxPcc";
    expect((await get(`/berichte/${token}`, made)).status).toBe(200);
    expect((await get(`/berichte/${token}`, `${made.slice(0, -1)}g`)).status).toBe(401);
    await sql`update report_link set password_hash = ${Buffer.alloc(32, 6)} where id = ${linkId}`;
    expect((await get(`/berichte/${token}`, made)).status).toBe(401);
  });

  test("the cookie of an embargo link's password opens the release", async () => {
    const { sql } = service;
    const embargoUntil = new Date(Date.now() + 86_400_000).toISOString();
    const draftId = await createApproved(sql, workshop, { embargoUntil });
    const input = { draftId, name: "Anna Brandt, Weser-Kurier" };
    const { url } = await createEmbargoLink(sql, workshop.agencyId, input, context);
    await giveToken("embargo", url.slice(-43));
    await sql`
      update embargo_link set id = ${id}, password_hash = ${passwordHash} where token_hash = ${tokenHash}
    `;
    const made = "vorab=9999999999.4cb5d5053af12668e263a8809997d024ad1aec611f392078b32bddcfb62ba9c6";
    expect(await (await get(`/vorab/${token}`, made)).text()).toContain("Sperrfrist bis");
    expect(await (await get(`/vorab/${token}`, `${made.slice(0, -1)}7`)).text()).toContain("password");
  });

  /** Gives a link that was made now the token of an earlier one. */
  async function giveToken(link: "approval" | "report" | "embargo", made: string) {
    const { sql } = service;
    const from = createHash("sha256").update(made).digest();
    await sql`
      update public_address set address = ${tokenHash.toString("hex")}
      where kind = ${link} and address = ${from.toString("hex")}
    `;
    await sql`update ${sql(`${link}_link`)} set token_hash = ${tokenHash} where token_hash = ${from}`;
  }
});
