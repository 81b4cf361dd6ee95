import { expect, test } from "bun:test";
import { given, serviceScene } from "../../../support/cast.ts";
import { createWholeAgency, wholeAgencySettings } from "./whole-agency.ts";

const { service } = serviceScene("server", {
  ...wholeAgencySettings,
  // Each call comes from a network of its own, so that no limit answers in place of the form.
  TRUSTED_PROXIES: "127.0.0.1",
});
const here = given(() => createWholeAgency(service));

/** Each form and each script's address that takes a body from people without an account. */
const forms: Record<string, () => string> = {
  "the sign-in": () => "/app/anmelden",
  "a sign-in link": () => `/app/anmelden/${"A".repeat(43)}`,
  "the options of a passkey": () => "/app/anmelden-mit-passkey/optionen",
  "a passkey": () => "/app/anmelden-mit-passkey",
  "a handoff": () => "/app/handoff",
  "an approval": () => here.outside.approval,
  "an approval of nobody": () => `/approvals/${"A".repeat(43)}`,
  "an embargo link": () => here.outside.embargo,
  "a report link": () => here.outside.reportLink,
  "a subscription": () => here.outside.subscription,
  "a confirmation": () => `/abo/bestaetigen/${"A".repeat(60)}`,
  "a report to check": () => "/pruefen",
  "the SEO tool": () => "/api/tools/seo-checker",
};

const form = { "content-type": "application/x-www-form-urlencoded" };
const multipart = { "content-type": "multipart/form-data; boundary=x" };
const part = (name: string, rest: string, text: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${text}\r\n`;
const names = [
  "email",
  "next",
  "token",
  "password",
  "decision",
  "status",
  "comment",
  "topic",
  "frequency",
  "text",
];
const all = (value: string) => new URLSearchParams(names.map((name) => [name, value])).toString();
const bodies: [string, Body, Record<string, string>][] = [
  ["nothing", "", {}],
  ["an empty form", "", form],
  ["NUL and half a letter", new Uint8Array([0x65, 0x3d, 0, 0xff, 0xfe]), form],
  ["NUL in each field", all("\0"), form],
  ["long fields", all("x".repeat(1_500)), form],
  ["an object in each field", all('{"a":[1]}'), form],
  ["each field twice", `${all("a")}&${all("b")}`, form],
  ["more than it takes", "x=".padEnd(2_000_000, "y"), form],
  ["an array", "[1]", { "content-type": "application/json" }],
  ["broken JSON", "{", { "content-type": "application/json" }],
  [
    "JSON of wrong types",
    '{"text":1,"title":{},"response":{"id":"x"},"next":[]}',
    { "content-type": "application/json" },
  ],
  ["a form without its boundary", "abc", { "content-type": "multipart/form-data" }],
  ["a field without a file", `${part("datei", '; filename=""', "")}--x--\r\n`, multipart],
  ["a file of another kind", `${part("datei", '; filename="a.png"', "\u0000PNG")}--x--\r\n`, multipart],
  ["half a form", part("datei", '; filename="a.json"', "{").slice(0, 60), multipart],
];

const cases = Object.keys(forms).flatMap((formName) => bodies.map((body) => [formName, ...body] as const));
let calls = 0;

test.each(cases)("%s takes %s as no fault of the service", async (formName, _what, body, headers) => {
  const path = forms[formName]?.() ?? "";
  calls += 1;
  for (const method of ["POST", "GET"]) {
    const answer = await fetch(service.url + path, {
      method,
      redirect: "manual",
      ...(method === "POST" && { body }),
      headers: {
        "sec-fetch-site": "same-origin",
        origin: service.url,
        "x-forwarded-for": `2001:db8:${calls.toString(16)}::1`,
        ...(method === "POST" ? headers : {}),
      },
    });
    expect({ path, method, status: answer.status, isFault: answer.status >= 500 }).toMatchObject({
      isFault: false,
    });
    await answer.body?.cancel();
  }
});

type Body = string | Uint8Array<ArrayBuffer>;
