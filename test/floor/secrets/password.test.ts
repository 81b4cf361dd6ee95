import { expect, test } from "bun:test";
import { scryptSync } from "node:crypto";
import {
  createPassword,
  hashPassword,
  isOutdated,
  isPassword,
} from "../../../service/floor/secrets/password.ts";
import { costOfService } from "../../support/password-cost.ts";

test("a password is readable aloud, and its hash fits it alone, however its letters are composed", async () => {
  expect(createPassword()).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  const hash = await hashPassword("Mühle-am-Bach");
  expect(hash).toMatch(/^scrypt\$\d+\$8\$\d\$[\w-]{22}\$[\w-]{43}$/);
  expect(isOutdated(hash)).toBe(false);
  expect(await isPassword("Mu\u0308hle-am-Bach", hash)).toBe(true);
  expect(await isPassword("Muhle-am-Bach", hash)).toBe(false);
  expect(await hashPassword("Mühle-am-Bach")).not.toBe(hash);
});

test("each try costs the service 32 MB, three times over", async () => {
  expect(costOfService).toEqual({ N: 2 ** 15, r: 8, p: 3 });
  const salt = Buffer.from("0123456789abcdef");
  const { N, r, p } = costOfService;
  const key = scryptSync("Fink", salt, 32, { ...costOfService, maxmem: 64 * 1024 * 1024 });
  const hash = `scrypt$${N}$${r}$${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
  expect(await isPassword("Fink", hash)).toBe(true);
  expect(await isPassword("fink", hash)).toBe(false);
});

test("a hash of an earlier cost and form of letters stays readable, and is to be made anew", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const key = scryptSync("ﬁn".normalize("NFC"), salt, 32, { N: 16_384, r: 8, p: 1 });
  const hash = `scrypt-nfc$16384$8$1$${salt.toString("base64")}$${key.toString("base64")}`;
  expect(isOutdated(hash)).toBe(true);
  expect(await isPassword("ﬁn", hash)).toBe(true);
  expect(await isPassword("fin", hash)).toBe(false);
  // Today's form of letters takes the ligature for the two letters.
  expect(await isPassword("fin", await hashPassword("ﬁn"))).toBe(true);
});
