import { expect, test } from "bun:test";
import { checkNetwork } from "../../../service/floor/http/check-network.ts";
import { clientSite } from "../../../service/floor/http/client-address.ts";
import { createMemoryLimiter } from "../../../service/floor/limits/memory.ts";

const rule = { kind: "pruefen", limit: 3, windowMs: 900_000 };

test("networks of one /48 have ten times together what one has, and no more however they change", async () => {
  const limiter = createMemoryLimiter();
  const admitted = async (address: string) => (await checkNetwork(limiter, address, rule)).isAdmitted;
  for (let network = 0; network < 30; network += 1)
    expect(await admitted(`2001:db8:1:${network.toString(16)}::1`)).toBe(true);
  expect(await admitted("2001:db8:1:ffff::1")).toBe(false);
  expect(await admitted("2001:db8:2:1::1")).toBe(true);
});

test("one /64 and one IPv4 address have their own limit, and take nothing from a /48 when they are refused", async () => {
  const limiter = createMemoryLimiter();
  const check = (address: string) => checkNetwork(limiter, address, rule);
  for (const address of ["2001:db8:1:1::1", "192.0.2.1"]) {
    for (const remaining of [2, 1, 0])
      expect(await check(address)).toMatchObject({ isAdmitted: true, remaining });
    for (let more = 0; more < 40; more += 1) expect((await check(address)).isAdmitted).toBe(false);
  }
  expect((await check("2001:db8:1:2::1")).isAdmitted).toBe(true);
  expect((await check("192.0.2.2")).isAdmitted).toBe(true);
});

test("what is given back counts in neither", async () => {
  const limiter = createMemoryLimiter();
  for (let call = 0; call < 50; call += 1) {
    const verdict = await checkNetwork(limiter, "2001:db8:1:1::1", rule);
    expect(verdict.isAdmitted).toBe(true);
    await verdict.giveBack();
  }
});

test("a site is the /48 of an IPv6 address, and an IPv4 address alone", () => {
  expect(clientSite("2001:db8:1:2::1")).toBe(clientSite("2001:db8:1:ffff::9"));
  expect(clientSite("2001:db8:1:2::1")).not.toBe(clientSite("2001:db8:2:2::1"));
  expect(clientSite("1.2.3.4")).toBe("1.2.3.4");
  expect(clientSite("")).toBe("unknown");
});
