import { expect, test } from "bun:test";
import { isUnlocked, type PasswordGate } from "../../../service/floor/secret-links/password-gate.ts";
import {
  readToken,
  secondsLeft,
  signToken,
  signUntil,
} from "../../../service/floor/secret-links/signed-token.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";

const secrets = createSecretCipher(Buffer.alloc(32, 7));
const otherKey = createSecretCipher(Buffer.alloc(32, 8));
const id = "018f4f0e-1111-7000-8000-000000000000";
const until = 1_800_000_000;
const at = (seconds: number) => new Date(seconds * 1000);

test("a token that says its row is read for its own purpose and under its own key alone, in one spelling", () => {
  const kind = { purpose: "test", hasEnd: true, signatureBytes: 32, signedAs: "hex" } as const;
  const said = { agencyId: 4_294_967_295, id, expiresAt: at(until) };
  const token = signToken(secrets, kind, said);
  expect(readToken(secrets, kind, token)).toEqual(said);
  expect(readToken(otherKey, kind, token)).toBeNull();
  expect(readToken(secrets, { ...kind, purpose: "tes" }, token)).toBeNull();
  expect(readToken(secrets, { ...kind, hasEnd: false }, token)).toBeNull();
  for (const other of [
    "",
    "x",
    `${token}A`,
    token.slice(0, -1),
    `${token}=`,
    "A".repeat(75),
    "A".repeat(9_000),
  ])
    expect(readToken(secrets, kind, other)).toBeNull();
  expect(everyLetterBent(token).filter((bent) => readToken(secrets, kind, bent) !== null)).toEqual([]);
});

test("a token that says its end opens what it was made for until that second, in one spelling", () => {
  const opened = { purpose: "test", facts: [7, id] };
  const token = signUntil(secrets, opened, until);
  const left = (from: string, now: number, what = opened) =>
    secondsLeft(secrets, what, { token: from, now: at(now) });
  expect([left(token, until - 60), left(token, until - 1), left(token, until)]).toEqual([60, 1, 0]);
  expect(left(token, until - 60, { ...opened, purpose: "tes" })).toBe(0);
  expect(left(token, until - 60, { ...opened, facts: [8, id] })).toBe(0);
  expect(secondsLeft(otherKey, opened, { token, now: at(until - 60) })).toBe(0);
  expect(left(token.replace(String(until), String(until + 60)), until - 60)).toBe(0);
  expect(everyLetterBent(token).filter((bent) => left(bent, until - 60) > 0)).toEqual([]);
});

test("the cookie of a password opens its link until its end, and no longer than the password stays", () => {
  const gate: PasswordGate = {
    cookie: { name: "test", purpose: "test-cookie", validSeconds: 60 },
    wrongTries: {
      ofLink: { name: "link", limit: 1, windowMs: 1 },
      ofNetwork: { name: "network", limit: 1, windowMs: 1 },
    },
    passwordCharactersMax: 10,
    statuses: { asked: 401, wrong: 401 },
    language: "de",
    words: { title: "", open: "", tooMany: "" },
    autocomplete: "off",
  };
  const link = { id, passwordHash: "scrypt$1" };
  const opens = (seconds: number, shown = link, name = "test") => {
    const facts = [link.id, link.passwordHash];
    const token = signUntil(secrets, { purpose: "test-cookie", facts }, seconds);
    const request = new Request("http://localhost", { headers: { cookie: `a=b; ${name}=${token}; c=d` } });
    return isUnlocked(gate, secrets, shown, request);
  };
  const now = Math.floor(Date.now() / 1000);
  expect([opens(now + 60), opens(now - 1)]).toEqual([true, false]);
  expect(opens(now + 60, { ...link, passwordHash: "scrypt$2" })).toBe(false);
  expect(opens(now + 60, { ...link, id: id.replace("1111", "1112") })).toBe(false);
  expect(opens(now + 60, link, "tes")).toBe(false);
});

/** The token once for each of its letters, with that one exchanged for a neighbour. */
function everyLetterBent(token: string): string[] {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...token].map((letter, index) => {
    const neighbour = letters[letters.indexOf(letter) ^ 1] ?? "A";
    return token.slice(0, index) + neighbour + token.slice(index + 1);
  });
}
