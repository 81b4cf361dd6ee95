import { describe, expect, test } from "bun:test";
import { createMediaClient } from "../../../features/media/support/media.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser, send } from "../support.ts";

const { service, agency, stranger, owner, editor } = serviceScene("server", { LOOPS: "on" });
const client = given(async () => ({ id: await createMediaClient(service.sql, agency.agencyId) }));
const table = `Titel;Datum;Text;Adresse;Bilder
Erstes Werk;2019-05-03;Der erste Text.;https://presse.alt.example/2019/erstes-werk/;https://anderswo.example/a.png
Ohne Datum;gestern;Text;;
`;

describe("moving an old newsroom in", () => {
  test("goes from the host over the file and what would come to the releases and the lists", async () => {
    const at = `/app/kunden/${client.id}/newsroom/umzug`;
    expect(await (await owner.get(`/app/kunden/${client.id}/newsroom`)).text()).toContain(`href="${at}"`);
    const refused = await owner.post(at, { site: "kein host" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Bitte die Adresse des bisherigen Newsrooms eingeben");
    const move =
      (await owner.post(at, { site: "https://presse.alt.example/" })).headers.get("location") ?? "";
    expect(move).toStartWith(at);
    expect((await upload(move, "")).status).toBe(400);
    expect((await upload(move, table)).status).toBe(303);
    const checked = await until(async () => {
      const page = await textOf(move);
      return page.includes("Jetzt übernehmen") ? page : null;
    });
    expect(checked).toContain("1 Text kann");
    expect(checked).toContain("hat kein Datum, das sich lesen lässt");
    expect(await releases()).toEqual([]);
    expect((await owner.post(`${move}/anhalten`)).status).toBe(409);
    expect(checked).toContain("Ohne Start verwerfen wir den Probelauf am");
    expect((await owner.post(`${move}/starten`)).status).toBe(303);
    const done = await until(async () => {
      const page = await textOf(move);
      return page.includes("1 Text ist übernommen") ? page : null;
    });
    expect(done).toContain("liegt auf einem anderen Server");
    const [release] = await releases();
    expect(release?.title).toBe("Erstes Werk");
    expect(await textOf(`/app/meldungen/erschienen/${release?.id}`)).toContain("ohne Freigabe hier");
    expect(await textOf(`${move}/liste.csv`)).toContain('2,Ohne Datum,,,"hat kein Datum');
    expect(await textOf(`${move}/umleitungen-nginx`)).toContain('"/2019/erstes-werk" "');
    expect(await textOf(`${move}/umleitungen-apache`)).toContain("RewriteRule");
    expect(await textOf(`${move}/umleitungen-csv`)).toContain("https://presse.alt.example/2019/erstes-werk");
    expect((await upload(move, table)).status).toBe(409);
    expect(done).not.toContain("/verwerfen");
    expect((await owner.post(`${move}/verwerfen`)).status).toBe(409);

    expect((await editor.get(at)).status).toBe(403);
    const nobody = await createDashboardUser(service, stranger.agencyId, { role: "owner" });
    const theirs = await createMediaClient(service.sql, stranger.agencyId);
    expect((await nobody.post(`${move}/verwerfen`)).status).toBe(404);
    for (const path of [move, move.replace(`/${client.id}/`, `/${theirs}/`), `${move}/liste.csv`])
      expect((await nobody.get(path)).status).toBe(404);
    const other = await createMediaClient(service.sql, agency.agencyId);
    expect((await owner.get(move.replace(`/${client.id}/`, `/${other}/`))).status).toBe(404);
  }, 120_000);

  test("is given up on its page, which leads back to the list", async () => {
    const at = `/app/kunden/${client.id}/newsroom/umzug`;
    const move = (await owner.post(at, { site: "presse.neu.example" })).headers.get("location") ?? "";
    expect(await textOf(move)).toContain("Jetzt verwerfen");
    const answer = await owner.post(`${move}/verwerfen`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, at]);
    expect((await owner.get(move)).status).toBe(404);
    expect(await textOf("/app/einstellungen/protokoll")).toContain("den Umzug eines Newsrooms verworfen");
  });
});

describe("a move that came to no end", () => {
  test.each([
    ["too_many_texts", null],
    ["too_many_pictures", null],
    ["too_many_attempts", "Probelauf fortsetzen"],
  ])("by %s is not started where it can not go on", async (fault, button) => {
    const move = await begun(`presse.${fault.replaceAll("_", "-")}.example`);
    const id = move.split("/").at(-1) ?? "";
    await service.sql`update newsroom_move set state = 'failed', fault = ${fault} where id = ${id}`;
    await service.sql`
      insert into moved_text (agency_id, move_id, position, client_id, source, guid, title, state, content)
      values (${agency.agencyId}, ${id}, 1, ${client.id}, 'presse.alt.example', 'g', 'Gelesen', 'ready', '{}')`;
    const page = await textOf(move);
    expect(page).not.toContain("Weiter übernehmen");
    if (button === null) {
      expect(page).toContain("Neuen Umzug beginnen");
      expect(page).not.toContain("/starten");
      const refused = await owner.post(`${move}/starten`);
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining("Dieser Umzug kann nicht weitergehen."),
      ]);
    } else expect(page).toContain(button);
    await owner.post(`${move}/verwerfen`);
  });
});

test("a move that its old server has let down goes on with or without pictures", async () => {
  const move = await begun("presse.still.example");
  const id = move.split("/").at(-1) ?? "";
  await service.sql`update newsroom_move set state = 'failed', fault = 'server_silent' where id = ${id}`;
  await service.sql`
    insert into moved_text (agency_id, move_id, position, client_id, source, guid, title, state, content)
    values (${agency.agencyId}, ${id}, 1, ${client.id}, 'presse.alt.example', 'g', 'Gelesen', 'ready', '{}')`;
  const page = await textOf(move);
  for (const word of ["Weiter übernehmen", "Ohne Bilder weiter", `${move}/ohne-bilder`])
    expect(page).toContain(word);
});

describe("the parts of a move's file", () => {
  test("of two windows go to that which began last, and the other one hears the end of its own", async () => {
    const move = await begun("presse.zwei.example");
    const [first, second] = [await beginParts(move, 9), await beginParts(move, 9)];
    expect(first.uploadId).not.toBe(second.uploadId);
    for (const rest of ["", "/fertig"]) {
      const answer = await post(`${move}/dateiteile/${first.uploadId}${rest}`, "Titel;Dat", range(0, 9, 9));
      expect([answer.status, await answer.json()]).toEqual([
        409,
        { code: "version_conflict", message: expect.stringContaining("inzwischen eine andere Datei") },
      ]);
    }
    const asked = await owner.get(`${move}/dateiteile/${first.uploadId}`);
    expect([asked.status, await asked.json()]).toMatchObject([409, { code: "version_conflict" }]);
    const taken = await post(`${move}/dateiteile/${second.uploadId}`, "Titel;Dat", range(0, 9, 9));
    expect(await taken.json()).toMatchObject({ bytesReceived: 9 });
    const ended = await post(`${move}/dateiteile/${second.uploadId}/fertig`, "", {});
    expect(await ended.json()).toEqual({ open: move });
  });

  test("are gone once their upload is cancelled, and the move takes another file", async () => {
    const move = await begun("presse.drei.example");
    const { uploadId } = await beginParts(move, 9);
    const cancel = () => owner.post(`${move}/${uploadId}/abbrechen`);
    const answer = await cancel();
    expect([answer.status, answer.headers.get("location")]).toEqual([303, move]);
    expect(await service.sql`select from asset_upload where id = ${uploadId}`).toHaveLength(0);
    expect((await owner.get(`${move}/dateiteile/${uploadId}`)).status).toBe(404);
    const next = await beginParts(move, 9);
    expect((await cancel()).status).toBe(409);
    expect(await service.sql`select from asset_upload where id = ${next.uploadId}`).toHaveLength(1);
    await owner.post(`${move}/verwerfen`);
  });

  test("are none of an empty file, which is told so with and without the script", async () => {
    const move = await begun("presse.leer.example");
    const answer = await post(`${move}/dateiteile`, "fileName=a.csv&bytes=0", asForm);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: "Die Datei ist leer. Bitte wählen Sie eine mit Texten." },
    ]);
    const body = new FormData();
    body.append("file", new File([], "leer.csv"));
    const headers = { cookie: owner.cookie };
    const plain = await send(service, `${move}/datei`, { method: "POST", body, headers });
    expect([plain.status, await plain.text()]).toEqual([400, expect.stringContaining("Die Datei ist leer.")]);
    await owner.post(`${move}/verwerfen`);
  });
});

async function begun(site: string): Promise<string> {
  const at = `/app/kunden/${client.id}/newsroom/umzug`;
  return (await owner.post(at, { site })).headers.get("location") ?? "";
}

const asForm = { "content-type": "application/x-www-form-urlencoded" };

async function beginParts(move: string, bytes: number): Promise<{ uploadId: string }> {
  return (await (await post(`${move}/dateiteile`, `fileName=a.csv&bytes=${bytes}`, asForm)).json()) as {
    uploadId: string;
  };
}

function range(first: number, length: number, all: number) {
  return { "content-range": `bytes ${first}-${first + length - 1}/${all}` };
}

async function post(path: string, body: string, headers: Record<string, string>): Promise<Response> {
  return await send(service, path, { method: "POST", body, headers: { ...headers, cookie: owner.cookie } });
}

async function textOf(path: string): Promise<string> {
  return await (await owner.get(path)).text();
}

async function upload(move: string, content: string): Promise<Response> {
  const body = new FormData();
  if (content !== "") body.append("file", new File([content], "meldungen.csv"));
  return await send(service, `${move}/datei`, { method: "POST", body, headers: { cookie: owner.cookie } });
}

async function releases() {
  return await service.sql<{ id: number; title: string }[]>`
    select id, title from release where client_id = ${client.id}`.then((rows) => [...rows]);
}
