import { describe, expect, test } from "bun:test";
import { createDefinitions } from "../../../../service/edges/dashboard/definitions.ts";
import { bodyBytesMax } from "../../../../service/floor/http/read-body.ts";
import { html, renderHtml } from "../../../../service/floor/web/html.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";
import { countRows } from "./count-rows.ts";
import { rightValues } from "./right-values.ts";
import { makesAnother, refusedAtFirst, sentValues } from "./sent-values.ts";
import { createWholeAgency, pathWith, wholeAgencySettings } from "./whole-agency.ts";

/** Every form and page below `/app`, by its definition: a new one is tested here without a line of its own. */
const definitions = createDefinitions({ name: "webauthn", source: "" });
/** They end the session in which the others are sent. */
const endsSession = ["/app/abmelden", "/app/konto/sitzungen/beenden"];
const sent = definitions.filter(({ kind, path }) => kind !== "page" && !endsSession.includes(path));
const forms = sent.flatMap((each) =>
  each.kind === "form" ? [[each.path, each.fields, each.bodyBytesMax ?? bodyBytesMax] as const] : [],
);
const rawForms = sent.flatMap(({ kind, path }) => (kind === "rawForm" ? [path] : []));
const pages = definitions.flatMap(({ kind, path }) => (kind === "page" ? [path] : []));

const { service } = serviceScene("server", wholeAgencySettings);
const here = given(() => createWholeAgency(service));
const there = given(() => createWholeAgency(service));

describe("a form", () => {
  test.each(forms.filter(([, fields]) => Object.keys(fields).length > 0))(
    "%s says what is missing when it is sent empty",
    async (path, fields) => {
      const { status, text } = await post(pathWith(path, here.ids), new URLSearchParams());
      const refused = Object.values(fields).flatMap((field) => {
        const read = field.read([]);
        return "problem" in read ? [{ label: field.label, shape: field.shape, problem: read.problem }] : [];
      });
      if (refused.length > 0) expect(status).toBe(400);
      for (const { label, problem, shape } of refused)
        if (shape !== "hidden") for (const words of [label, problem]) expect(text).toContain(escaped(words));
    },
  );

  const strange = ["\0", "x".repeat(9_000), "0", "-1", "1e999", "99999999999999999999", "http://[::1", "{}"];
  const dates = ["2026-02-31T10:00", "0001-01-01T00:00", "9999-12-31T23:59", "2026-02-31"];
  const ids = ["018f4f0e-1111-7000-8000-000000000000", "2147483647", "article:2147483647"];
  const all = [...strange, ...dates, ...ids];

  test.each(forms.filter(([, fields]) => Object.keys(fields).length > 0))(
    "%s takes what is of no type that it knows as a wrong entry",
    async (path, fields) => {
      const at = pathWith(path, here.ids);
      const right = rightValues(fields, here.values);
      const send = async (typed: Record<string, string>) =>
        (await post(at, new URLSearchParams({ ...right, ...typed }))).status;
      const texts: string[] = [];
      const typed: { name: string; taken: string[] }[] = [];
      for (const [name, field] of Object.entries(fields)) {
        const refused = all.filter((value) => "problem" in field.read([value]));
        const [wrong] = refused;
        if (wrong === undefined) {
          texts.push(name);
          continue;
        }
        // What a field refuses by itself goes no further, and one such value shows how that looks.
        expect([path, name, await send({ [name]: wrong })]).toEqual([path, name, 400]);
        if (refused.length < all.length)
          typed.push({ name, taken: all.filter((each) => !refused.includes(each)) });
      }
      // In each try a further value that the field itself takes, in all fields at once.
      const tries = Math.max(0, ...typed.map(({ taken }) => taken.length));
      for (let at = 0; at < tries; at += 1)
        await send(
          Object.fromEntries(typed.map(({ name, taken }) => [name, taken[at % taken.length] ?? ""])),
        );
      // To a field that refuses none of them a date and a number are texts like others.
      for (const value of ["\0", "x".repeat(9_000), "http://[::1", "{}"])
        if (texts.length > 0) await send(Object.fromEntries(texts.map((name) => [name, value])));
    },
  );

  test.each(forms)("%s refuses a body that no page of ours sends", async (path, _fields, bytesMax) => {
    const at = pathWith(path, here.ids);
    const file = new FormData();
    file.append("file", new File(["a;b"], "a.csv"));
    const type = (text: string) => ({ "content-type": text });
    const urlencoded = type("application/x-www-form-urlencoded");
    for (const [body, headers] of [
      ["{}", type("application/json")],
      ["--", type("multipart/form-data")],
      [file, {}],
      ["gibtesnicht=1", urlencoded],
      ["idempotencyKey=1", urlencoded],
    ] as const)
      expect((await post(at, body, headers)).status).toBe(400);
    expect((await post(at, `x=${"y".repeat(bytesMax)}`, urlencoded)).status).toBe(413);
  });

  test.each(forms)("%s keeps what was typed when the session has ended", async (path, fields) => {
    const typed = Object.fromEntries(Object.keys(fields).map((name) => [name, `Getippt & ${name}`]));
    const cookie = `session=${"A".repeat(43)}`;
    const { status, text } = await post(pathWith(path, here.ids), new URLSearchParams(typed), { cookie });
    expect(status).toBe(401);
    for (const value of Object.values(typed)) expect(text).toContain(escaped(value));
  });
});

describe("a form that is sent twice", () => {
  /** What ends or removes something comes last, so that the forms before it find it. */
  const rank = (path: string) =>
    path.endsWith("agentur-loeschen")
      ? 2
      : Number(/(?:entfernen|loeschen|beenden|abbrechen|widerrufen|ziehen)$/.test(path));
  const inOrder = forms.toSorted(([one], [other]) => rank(one) - rank(other));
  const gone = given(() => createWholeAgency(service));

  test.each(inOrder)("%s makes nothing a second time", async (path, fields) => {
    const right = { ...rightValues(fields, here.values), ...sentValues(gone, path) };
    const values = Object.fromEntries(
      Object.entries(right).filter(([name, value]) => name in fields && value !== ""),
    );
    const sendIt = () =>
      post(pathWith(path, gone.ids), new URLSearchParams({ ...values, idempotencyKey }), {
        cookie: gone.owner.cookie,
      });
    const idempotencyKey = crypto.randomUUID();
    const first = await sendIt();
    // A form that is refused proves nothing here.
    expect([first.status, refusedAtFirst.has(path)]).toEqual([
      first.status,
      first.status !== 200 && first.status !== 303,
    ]);
    // What was ordered by it becomes a report behind the answer.
    await until(
      async () => (await service.sql`select from report_draft where issue_at is not null`).length === 0,
    );
    const before = await countRows(service.sql, gone.agencyId);
    await sendIt();
    if (!makesAnother.has(path)) expect(await countRows(service.sql, gone.agencyId)).toEqual(before);
  });
});

describe("a form that reads its body itself", () => {
  const file = (content: BlobPart[], name: string) => {
    const body = new FormData();
    for (const field of ["file", "datei", "logo"]) body.append(field, new File(content, name));
    return body;
  };
  const text = new FormData();
  for (const field of ["file", "datei", "logo"]) text.append(field, "kein Dateifeld");
  const none =
    '--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\nBleibt hier\r\n' +
    ["file", "datei", "logo"]
      .map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"; filename=""\r\n\r\n\r\n`)
      .join("") +
    "--x--\r\n";
  const multipart = { "content-type": "multipart/form-data; boundary=x" };
  const cases: [string, Body, Record<string, string>][] = [
    ["nothing", "", {}],
    ["no file", none, multipart],
    ["an empty file", file([], "leer.csv"), {}],
    ["text in place of a file", text, {}],
    ["a file of another kind", file([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff])], 'ü".exe'), {}],
    ["no boundary", "abc", { "content-type": "multipart/form-data" }],
    ["half a body", none.slice(0, 140), multipart],
    ["JSON of another shape", "[1]", { "content-type": "application/json" }],
    ["broken JSON", "{", { "content-type": "application/json" }],
    ["more than it takes", new Uint8Array(3_000_000), { "content-type": "application/octet-stream" }],
  ];

  test.each(rawForms.flatMap((path) => cases.map((each) => [path, ...each] as const)))(
    "%s: %s is no fault of the service",
    async (path, _what, body, headers) => {
      await post(pathWith(path, here.ids), body, headers);
    },
  );

  test.each([
    "/app/clippings/importe/neu",
    "/app/einstellungen/agentur/logo",
    "/app/kunden/:id/mediathek/hochladen",
  ])("%s asks for the file that was not chosen, and keeps the texts beside it", async (path) => {
    const { status, text: page } = await post(pathWith(path, here.ids), none, multipart);
    expect([status, /Bitte wählen Sie ein(?:e Datei| Bild) aus\./.test(page)]).toEqual([400, true]);
    if (path.includes("mediathek")) expect(page).toContain("Bleibt hier");
  });

  test.each(rawForms)("%s leads nobody away when the session has ended", async (path) => {
    const cookie = `session=${"A".repeat(43)}`;
    const { status, text: page } = await post(pathWith(path, here.ids), none, { ...multipart, cookie });
    expect([status, page.includes("Ihre Sitzung ist beendet")]).toEqual([401, true]);
  });
});

describe("a page", () => {
  const names = [
    "cursor",
    "q",
    "person",
    "action",
    "weiter",
    "kunde",
    "status",
    "tage",
    "bereich",
    "meldung",
  ];
  const more = ["von", "bis", "mit", "nummer", "original", "sprache", "stand", "thema", "webhook", "zurueck"];
  const values = ["", "-1", "x".repeat(4_000), "1e999", "99999999999999999999", "\0", "\ufffd", "MQ", "W10="];

  test.each(pages)("%s takes any query", async (path) => {
    for (const value of [...values, there.ids.kunden ?? "", there.ids.team ?? ""]) {
      const query = new URLSearchParams([...names, ...more, "ereignis"].map((name) => [name, value]));
      const answer = await here.owner.get(`${pathWith(path, here.ids)}?${query}`);
      expect({
        path,
        value: value.slice(0, 40),
        status: answer.status,
        isFault: answer.status >= 500,
      }).toMatchObject({
        isFault: false,
      });
      await answer.body?.cancel();
    }
  });
});

type Body = ConstructorParameters<typeof Response>[0];
type Answer = { status: number; text: string };

async function post(path: string, body: Body, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(service.url + path, {
    method: "POST",
    redirect: "manual",
    body: body ?? "",
    headers: { "sec-fetch-site": "same-origin", cookie: here.owner.cookie, ...headers },
  });
  const text = await answer.text();
  expect({ path, status: answer.status, isFault: answer.status >= 500 }).toMatchObject({ isFault: false });
  for (const [, reason = ""] of text.matchAll(
    /<p class="problem"[^>]*>([^<]*)|role="alert"[^>]*>\s*<p>([^<]*)/g,
  ))
    expect(reason).not.toMatch(/\b(?:must|the|give|choose|name \d|has no|expected|at most|is not)\b/i);
  return { status: answer.status, text };
}

const escaped = (text: string) => renderHtml(html`${text}`);
