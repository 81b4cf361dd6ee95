import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import { allowLoopback, reportCreated } from "../../../features/reporting/webhooks/webhook-calls.ts";
import { startSink } from "../../../features/reporting/webhooks/webhook-sink.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser } from "../support.ts";

const path = "/app/einstellungen/webhooks";

describe("the pages of webhooks and keys", () => {
  const { service, agency, owner } = serviceScene("server", allowLoopback);
  const sink = given(async () => startSink());
  let webhookId: string;

  beforeAll(async () => {
    await owner.post(`${path}/neu`, { endpointUrl: `${sink.url}/hier`, events: ["report.created"] });
    const [row] = await service.sql`select id from webhook where agency_id = ${agency.agencyId}`;
    webhookId = row?.id;
  });
  afterAll(() => sink.stop());

  test("a form sent twice registers one endpoint, and its later answer has the secret that holds", async () => {
    const fields = {
      endpointUrl: `${sink.url}/doppelt`,
      events: ["report.created"],
      idempotencyKey: crypto.randomUUID(),
    };
    const [first, second] = [
      await textOf(owner.post(`${path}/neu`, fields)),
      await textOf(owner.post(`${path}/neu`, fields)),
    ];
    expect(secretOf(second)).toBeString();
    expect(secretOf(first)).not.toBe(secretOf(second));
    const list = await textOf(owner.get(path));
    expect(list).toContain("bei Fehlern bis zu zehnmal versucht");
    expect(list).not.toContain("svc_whsec_");
    const rows = await service.sql`
      select from webhook where agency_id = ${agency.agencyId} and endpoint_url = ${fields.endpointUrl}
    `;
    expect(rows).toHaveLength(1);
    // Paused meanwhile: the page showed a new secret of an endpoint that gets nothing.
    await service.sql`update webhook set paused_at = now()
      where agency_id = ${agency.agencyId} and endpoint_url = ${fields.endpointUrl}`;
    const late = await owner.post(`${path}/neu`, fields);
    expect(late.status).toBe(409);
    expect(secretOf(await late.text())).toBeNull();
  });

  test("what is sent after the browser's way back is taken: other events, another test, another moment", async () => {
    const { agencyId } = agency;
    const back = { idempotencyKey: crypto.randomUUID() };
    const noticeOf = (answer: Response) => {
      const [, notice = ""] = /notice=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
      return Buffer.from(notice, "base64url").toString();
    };
    const endpointUrl = `${sink.url}/zurueck`;
    await owner.post(`${path}/neu`, { ...back, endpointUrl, events: ["report.created"] });
    await owner.post(`${path}/neu`, { ...back, endpointUrl, events: ["report.created", "export.failed"] });
    const stored = await service.sql`
      select id, events from webhook where agency_id = ${agencyId} and endpoint_url = ${endpointUrl}`;
    expect(stored.map(({ events }) => events)).toEqual([["report.created", "export.failed"]]);
    const at = `${path}/${stored[0]?.id}`;
    for (const eventType of ["export.failed", "report.created", "report.created"])
      await owner.post(`${at}/testen`, { ...back, eventType });
    const tests = await service.sql`
      select event_type as type from webhook_message where agency_id = ${agencyId} and is_test order by 1`;
    expect(tests.map(({ type }) => String(type))).toEqual(["export.failed", "report.created"]);
    const catchUp = async (since: string) => {
      const answer = await owner.post(`${at}/nachholen`, { ...back, since });
      return { at: answer.headers.get("location") ?? "", notice: noticeOf(answer) };
    };
    const ended = async (of: string) =>
      await until("it has ended", async () => (await textOf(owner.get(of))).includes(">fertig<"));
    const first = await catchUp("2020-01-01T00:00");
    await ended(first.at);
    const second = await catchUp("2021-01-01T00:00");
    expect(second.notice).toContain("läuft im Hintergrund");
    expect(second.at).not.toBe(first.at);
    await ended(second.at);
    expect(await catchUp("2021-01-01T00:00")).toEqual({
      at: second.at,
      notice: expect.stringContaining("ist schon zu Ende"),
    });
  });

  test.each([
    [{ endpointUrl: "nichts", events: ["report.created"] }, "vollständige Adresse"],
    [{ endpointUrl: "http://192.168.0.1/", events: ["report.created"] }, "nichts senden"],
    [{ endpointUrl: "https://example.org/", events: [] }, "mindestens ein Ereignis"],
    [{ endpointUrl: "https://example.org/", events: ["no.such"] }, "mindestens ein Ereignis"],
  ])("refuses %p beside its field", async (fields, reason) => {
    const answer = await owner.post(`${path}/neu`, fields);
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain(reason);
    expect(text).toContain(fields.endpointUrl);
  });

  test("shows a message with payload, headers, attempts and answer, and sends it again once for each form", async () => {
    sink.answer = () => new Response("<b>kaputt</b>", { status: 500 });
    const sent = await owner.post(`${path}/${webhookId}/testen`, { eventType: "export.failed" });
    const location = sent.headers.get("location") ?? "";
    expect(location).toStartWith(`${path}/nachrichten/`);
    await until("the test event is tried", async () => {
      const rows = await service.sql`
        select from webhook_attempt
        where agency_id = ${agency.agencyId} and webhook_id = ${webhookId} and status = 'failed'
      `;
      return rows.length === 1;
    });
    const text = await textOf(owner.get(location));
    for (const part of [
      "Export gescheitert",
      "&quot;test&quot;: true",
      "webhook-test: true",
      "&lt;b&gt;kaputt&lt;/b&gt;",
    ])
      expect(text).toContain(part);
    sink.answer = () => new Response(null, { status: 204 });
    const fields = { webhookId, idempotencyKey: crypto.randomUUID() };
    const before = sink.received.length;
    const orders = await Promise.all([1, 2].map(() => owner.post(`${location}/zustellen`, fields)));
    const locations = orders.map((order) => order.headers.get("location"));
    expect(new Set(locations).size).toBe(1);
    await until("it arrived", async () => (await textOf(owner.get(location))).includes("zugestellt 204"));
    expect(sink.received.length).toBe(before + 1);
    expect(await textOf(owner.get(locations[0] ?? ""))).toContain("fertig");
  });

  test("filters deliveries and offers to replay a release's", async () => {
    const release = await createTestRelease(service.sql, agency.agencyId);
    await enqueueEvent(service.sql, agency.agencyId, reportCreated(String(release.pressReleaseId)));
    const filtered = `${path}/zustellungen?meldung=${release.pressReleaseId}&ereignis=report.created`;
    await until("it is delivered", async () =>
      (await textOf(owner.get(filtered))).includes("zugestellt</span>"),
    );
    expect(
      await textOf(owner.get(`${path}/zustellungen?stand=failed&meldung=${release.pressReleaseId}`)),
    ).toContain("Nichts gefunden");
    const before = sink.received.length;
    const order = await owner.post(`${path}/zustellungen/meldung`, {
      releaseId: String(release.pressReleaseId),
    });
    expect(order.status).toBe(303);
    await until("it came again", () => sink.received.length > before);
    expect(sink.received.at(-1)?.headers.get("webhook-replay")).toBe("true");
  });

  test("pauses, resumes, changes events, rotates, and notes each in the log", async () => {
    expect((await owner.post(`${path}/${webhookId}/anhalten`)).status).toBe(303);
    expect(await textOf(owner.get(path))).toContain("angehalten");
    expect((await owner.post(`${path}/${webhookId}/testen`, { eventType: "export.failed" })).status).toBe(
      400,
    );
    expect((await owner.post(`${path}/${webhookId}/fortsetzen`)).status).toBe(303);
    expect(
      (await owner.post(`${path}/${webhookId}`, { events: ["export.failed", "report.created"] })).status,
    ).toBe(303);
    expect((await owner.post(`${path}/${webhookId}`, { events: [] })).status).toBe(400);
    expect(secretOf(await textOf(owner.post(`${path}/${webhookId}/erneuern`)))).toBeString();
    const since = { since: "2020-01-01T00:00" };
    expect((await owner.post(`${path}/${webhookId}/nachholen`, since)).status).toBe(303);
    expect((await owner.post(`${path}/${webhookId}/nachholen`, { since: "2999-01-01T00:00" })).status).toBe(
      400,
    );
    const rows = await service.sql<{ action: string }[]>`
      select distinct action from audit
      where agency_id = ${agency.agencyId} and action like 'webhook.%' and actor_type = 'person' and session_id is not null
    `;
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      "webhook.created",
      "webhook.events_changed",
      "webhook.paused",
      "webhook.replay_ordered",
      "webhook.resumed",
      "webhook.secret_rotated",
      "webhook.tested",
    ]);
    const [secrets] = await service.sql`
      select count(*)::int as count from audit where agency_id = ${agency.agencyId} and details::text like '%whsec%'
    `;
    expect(secrets?.count).toBe(0);
  });

  test("one that turned off by itself is ended by a button, and is no fault on Heute any more", async () => {
    const { agencyId } = agency;
    await owner.post(`${path}/neu`, { endpointUrl: `${sink.url}/weg`, events: ["export.failed"] });
    const [row] = await service.sql`
      update webhook set disabled_at = now(), disabled_reason = 'gone'
      where agency_id = ${agencyId} and endpoint_url = ${`${sink.url}/weg`} returning id`;
    const today = await textOf(owner.get("/app"));
    for (const words of [`${sink.url}/weg`, "beendet oder fünf Tage lang nur Fehler gemeldet"])
      expect(today).toContain(words);
    const at = `${path}/${row?.id}`;
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    expect(await textOf(editor.get(at))).not.toContain("Webhook ganz abschalten …");
    expect((await editor.post(`${at}/abschalten`)).status).toBe(403);
    expect(await textOf(owner.get(at))).toContain("Webhook ganz abschalten …");
    const ended = await owner.post(`${at}/abschalten`);
    expect([ended.status, ended.headers.get("location")]).toEqual([303, at]);
    expect(await textOf(owner.get(at))).not.toContain("Webhook ganz abschalten …");
    expect(await textOf(owner.get("/app"))).not.toContain(`${sink.url}/weg`);
    expect((await owner.post(`${path}/${crypto.randomUUID()}/abschalten`)).status).toBe(404);
  });

  test("an editor replays and changes nothing, and sees no button for it", async () => {
    const editor = await createDashboardUser(service, agency.agencyId, { role: "editor" });
    const text = await textOf(editor.get(`${path}/${webhookId}`));
    expect(text).toContain("Nachholen");
    for (const label of ["Anhalten", "Geheimnis erneuern", "Testereignis"]) expect(text).not.toContain(label);
    expect((await editor.post(`${path}/${webhookId}/nachholen`, { since: "" })).status).toBe(303);
  });

  test("a key is shown once, works, and is refused after it was revoked", async () => {
    const keys = "/app/einstellungen/schluessel";
    const form = { name: "Webshop", expiresAt: "", idempotencyKey: crypto.randomUUID() };
    const keyOf = (text: string) => /svc_key_[0-9A-Za-z]{38}/.exec(text)?.[0] ?? "";
    const first = keyOf(await textOf(owner.post(`${keys}/neu`, form)));
    const shown = await textOf(owner.post(`${keys}/neu`, form));
    const key = keyOf(shown);
    expect(shown).toContain("curl --fail-with-body --header @pr-service.header");
    expect(await textOf(owner.get(keys))).not.toContain(key);
    const call = async (with_: string) =>
      (await fetch(`${service.url}/api/reporting/v1/webhooks`, { headers: { "x-api-key": with_ } })).status;
    expect([await call(first), await call(key)]).toEqual([401, 200]);
    const rows =
      await service.sql`select id from api_key where agency_id = ${agency.agencyId} and name = 'Webshop'`;
    expect(rows).toHaveLength(1);
    expect((await owner.post(`${keys}/neu`, { name: "Alt", expiresAt: "2020-01-01" })).status).toBe(400);
    expect((await owner.post(`${keys}/${rows[0]?.id}/widerrufen`)).status).toBe(303);
    await until("it is refused", async () => (await call(key)) === 401);
  });

  test("the data can be taken along by one at a time, and is deleted only by the agency's name", async () => {
    const data = "/app/einstellungen/daten";
    const answers = await Promise.all([1, 2].map(() => owner.post(`${data}/export`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const archive = answers.find(({ status }) => status === 200);
    expect(archive?.headers.get("content-type")).toBe("application/zip");
    expect((await archive?.bytes())?.subarray(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
    const again = await owner.post(`${data}/export`);
    expect(again.status).toBe(200);
    await again.body?.cancel();
    for (const form of ["berichte-loeschen", "agentur-loeschen"])
      expect((await owner.post(`${data}/${form}`, { name: "Falsch" })).status).toBe(400);
    expect((await owner.post(`${data}/berichte-loeschen`, { name: "Nordlicht Kommunikation" })).status).toBe(
      303,
    );
    expect(await service.sql`select from webhook where agency_id = ${agency.agencyId}`).toHaveLength(0);
    const left = await owner.post(`${data}/agentur-loeschen`, { name: "Nordlicht Kommunikation" });
    expect(left.status).toBe(303);
    const [marked] =
      await service.sql`select delete_after is not null as "isMarked" from agency where id = ${agency.agencyId}`;
    expect(marked).toEqual({ isMarked: true });
  });

  const textOf = async (answer: Response | Promise<Response>) => (await answer).text();
  const secretOf = (text: string) => /svc_whsec_[A-Za-z0-9+/]{43}=/.exec(text)?.[0] ?? null;
});
