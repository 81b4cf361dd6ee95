import { beforeAll, describe, expect, test } from "bun:test";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { plainForm, type Sent } from "./support/media-forms.ts";

const { service, workshop, owner, analyst } = serviceScene();
const foreign = given(async () =>
  createDashboardUser(service, (await createTestAgency(service.sql)).agencyId),
);
/** The library of the workshop's client. */
let at = "";

beforeAll(async () => {
  at = `/app/kunden/${workshop.clientId}/mediathek`;
});

describe("the media library", () => {
  test("what is no picture is refused with what was typed, and so is a form without a file", async () => {
    const refused = await send(owner, `${at}/hochladen`, {
      body: plainForm(bytesOf(5_000), { alt: "Bleibt" }),
    });
    const page = await refused.text();
    expect([refused.status, page.includes("Dieses Bild ist beschädigt"), page.includes("Bleibt")]).toEqual([
      400,
      true,
      true,
    ]);
    const empty = new FormData();
    empty.append("alt", "Nichts");
    expect((await send(owner, `${at}/hochladen`, { body: empty })).status).toBe(400);
    expect((await send(owner, `${at}/hochladen`, { body: new URLSearchParams({ alt: "x" }) })).status).toBe(
      400,
    );
  });

  const boundaries: [string, string][] = [
    ["of no length", ""],
    ["of 70 letters", "b".repeat(70)],
    ["of 253 letters", "b".repeat(253)],
    ["of 8,000 letters", "b".repeat(8_000)],
  ];
  test.each(boundaries)(
    "a form with a boundary %s is refused like one that has no picture",
    async (_name, boundary) => {
      const body = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\na\r\n--${boundary}--`;
      for (const parameter of [`boundary=${boundary}`, `xboundary=${boundary}`]) {
        const headers = { "content-type": `multipart/form-data; ${parameter}` };
        expect((await send(owner, `${at}/hochladen`, { body, headers })).status).toBe(400);
      }
    },
  );

  test("a file that is too large is refused in words, past the byte that is one too many", async () => {
    const answers = [];
    for (const bytes of [100_000_000, 100_000_001]) {
      const sent = await send(owner, `${at}/hochladen`, { body: plainForm(new Uint8Array(bytes)) });
      answers.push([sent.status, /größer, als hier|ist beschädigt/.exec(await sent.text())?.[0]]);
    }
    expect(answers).toEqual([
      [400, "ist beschädigt"],
      [400, "größer, als hier"],
    ]);
  });

  test("of two large files in one form the first is taken, and the answer comes", async () => {
    const pdf = new Uint8Array(1_000_000);
    pdf.set(Buffer.from("%PDF-1.7\n"));
    const body = plainForm(pdf);
    body.append("file", new Blob([bytesOf(1_000_000)]), "zweite.pdf");
    const sent = await send(owner, `${at}/hochladen`, { body });
    expect(sent.status).toBe(303);
    const file = await owner.get(`${sent.headers.get("location")}/datei`);
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);
  });

  test("half a form leaves nothing behind", async () => {
    const half = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${"a".repeat(5_000)}`;
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const sent = await send(owner, `${at}/hochladen`, { body: half, headers });
    expect(sent.status).toBe(400);
  });

  test("an upload in parts goes on after a break where it was", async () => {
    const file = bytesOf(600_000);
    const { uploadId } = await begin(owner, file.length);
    const part = (first: number, bytes: number) =>
      send(owner, `${at}/uploads/${uploadId}`, {
        body: file.slice(first, first + bytes),
        headers: { "content-range": `bytes ${first}-${first + bytes - 1}/${file.length}` },
      });
    expect((await part(0, 300_000)).status).toBe(200);
    const again = await part(0, 300_000);
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([409, "upload_conflict"]);
    const state = (await (await owner.get(`${at}/uploads/${uploadId}`)).json()) as { bytesReceived: number };
    expect(state.bytesReceived).toBe(300_000);
    expect((await part(300_000, 300_000)).status).toBe(200);
    const finished = await send(owner, `${at}/uploads/${uploadId}/fertig`, { body: "" });
    expect([finished.status, ((await finished.json()) as { code: string }).code]).toEqual([
      422,
      "picture_refused",
    ]);
  });

  test("uploads and files are their agency's and their client's alone, and analysts only look", async () => {
    const { uploadId } = await begin(owner, 1_000);
    const { clientId } = await createTestRelease(service.sql, workshop.agencyId);
    const limits = { role: "editor", clientIds: [clientId] } as const;
    const other = await createDashboardUser(service, workshop.agencyId, limits);
    for (const path of [`${at}/uploads/${uploadId}`, at]) expect((await foreign.get(path)).status).toBe(404);
    expect((await other.get(`${at}/uploads/${uploadId}`)).status).toBe(404);
    expect((await send(foreign, `${at}/uploads/${uploadId}/fertig`, { body: "" })).status).toBe(404);
    expect((await begin(foreign, 10)).status).toBe(404);
    expect((await begin(analyst, 10)).status).toBe(403);
    const page = await (await analyst.get(at)).text();
    expect([page.includes("Hochladen"), page.includes("Bilder und Dateien")]).toEqual([false, true]);
  });

  test("a body is not read before session, origin and role", async () => {
    let pulled = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          pulled += 1;
          await Bun.sleep(5);
          controller.enqueue(new Uint8Array(64 * 1024));
          if (pulled > 400) controller.close();
        },
      });
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const asked = [
      [owner.cookie, { ...headers, "sec-fetch-site": "cross-site" }, 403],
      ["", headers, 401],
      [analyst.cookie, headers, 403],
    ] as const;
    for (const [cookie, sent, status] of asked) {
      pulled = 0;
      const answer = await send({ cookie }, `${at}/hochladen`, { body: endless(), headers: sent });
      // A raw form has nothing to send again: without a session it leads to the sign-in.
      expect(answer.status === 303 ? 401 : answer.status).toBe(status);
      expect(pulled).toBeLessThan(100);
    }
  });
});

/** Noise: every byte counts, and it is no file of a known kind. */
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7919) % 251);

async function send(user: Pick<DashboardUser, "cookie">, path: string, { body, headers = {} }: Sent) {
  return await fetch(service.url + path, {
    method: "POST",
    redirect: "manual",
    body,
    headers: { "sec-fetch-site": "same-origin", cookie: user.cookie, ...headers },
  });
}

async function begin(user: DashboardUser, bytes: number): Promise<{ status: number; uploadId: string }> {
  const body = new URLSearchParams({ fileName: "groß.jpg", bytes: String(bytes) });
  const answer = await send(user, `${at}/uploads`, { body });
  const { uploadId } = answer.ok ? ((await answer.json()) as { uploadId: string }) : { uploadId: "" };
  return { status: answer.status, uploadId };
}
