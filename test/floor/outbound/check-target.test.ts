import { describe, expect, test } from "bun:test";
import { createAddressRanges } from "../../../service/floor/http/address-ranges.ts";
import { checkTarget, type TargetRules } from "../../../service/floor/outbound/check-target.ts";
import { UnsafeTargetError } from "../../../service/floor/outbound/unsafe-target-error.ts";

describe("a target that is let through", () => {
  for (const [target, hostName] of [
    ["https://hooks.example/", "hooks.example"],
    ["https://hooks.example", "hooks.example"],
    ["HTTPS://HOOKS.EXAMPLE/In?a=b#c", "hooks.example"],
    ["https://hooks.example:443/", "hooks.example"],
    ["https://hooks.example:1024/", "hooks.example"],
    ["https://hooks.example:65535/", "hooks.example"],
    ["https://hooks.example:08443/", "hooks.example"],
    ["https://a_b.hooks.example/", "a_b.hooks.example"],
    ["https://xn--mnchen-3ya.example/", "xn--mnchen-3ya.example"],
    ["https://münchen.example/", "xn--mnchen-3ya.example"],
    ["https://hooks.example/ü?x=@y", "hooks.example"],
    ["https://hooks.example/a@b", "hooks.example"],
    ["https://hooks.example?@", "hooks.example"],
    ["https://ho\u00adoks.example/", "hooks.example"],
    ["https://hooks。example/", "hooks.example"],
    ["https://notlocalhost/", "notlocalhost"],
    ["https://localhost.example/", "localhost.example"],
    ["https://127.0.0.1.example/", "127.0.0.1.example"],
    [`https://${"a".repeat(63)}.example/`, `${"a".repeat(63)}.example`],
    [`https://${"a.".repeat(126)}b/`, `${"a.".repeat(126)}b`],
    [`https://hooks.example/${"a".repeat(2_000 - 22)}`, "hooks.example"],
  ] as const) {
    test(`${JSON.stringify(target.slice(0, 60))} is looked up once, by the name the URL standard makes of it`, async () => {
      const { asked, resolve } = resolverOf("93.184.216.34", "2606:4700:4700::1111");
      const checked = await checkTarget(target, { resolve });
      expect(checked).toMatchObject({ address: "93.184.216.34", family: 4 });
      expect(checked.url.hostname).toBe(hostName);
      expect(asked).toEqual([hostName]);
    });
  }

  test("keeps the order of the answer, so that IPv6 comes first where the resolver prefers it", async () => {
    const { resolve } = resolverOf("2606:4700:4700::1111", "93.184.216.34");
    const checked = await checkTarget("https://hooks.example/", { resolve });
    expect(checked).toMatchObject({ address: "2606:4700:4700::1111", family: 6 });
  });

  for (const [target, address] of [
    ["https://93.184.216.34/", "93.184.216.34"],
    ["https://0x5db8d822/", "93.184.216.34"],
    ["https://[2606:4700:4700::1111]/", "2606:4700:4700::1111"],
    ["https://[::ffff:8.8.8.8]:8443/", "::ffff:808:808"],
  ] as const) {
    test(`${target} is a public address and is not looked up`, async () => {
      const { asked, resolve } = resolverOf();
      expect(await checkTarget(target, { resolve })).toMatchObject({ address });
      expect(asked).toEqual([]);
    });
  }
});

describe("the answer of the resolver", () => {
  const answers: [why: string, addresses: string[]][] = [
    ["public first and loopback second", ["93.184.216.34", "127.0.0.1"]],
    ["loopback first and public second", ["127.0.0.1", "93.184.216.34"]],
    ["many public ones and one private at the end", [...Array(20).fill("93.184.216.34"), "10.0.0.1"]],
    ["public IPv4 and private IPv6", ["93.184.216.34", "fd00::1"]],
    ["public IPv6 and link-local IPv4", ["2606:4700:4700::1111", "169.254.169.254"]],
    ["mapped loopback", ["::ffff:127.0.0.1"]],
    ["an address with a zone", ["fe80::1%eth0"]],
    ["a public address with a zone", ["2606:4700:4700::1111%1"]],
    ["no address but a name", ["hooks.example"]],
    ["an empty text", [""]],
    ["a legacy spelling", ["0x5db8d822"]],
  ];
  for (const [why, addresses] of answers) {
    test(`is refused when it is ${why}`, async () => {
      const { resolve } = resolverOf(...addresses);
      const error = await refusal("https://hooks.example/", { resolve });
      expect(error).toMatchObject({ reason: "private_address", isTemporary: false });
    });
  }

  test("is a fault of the name system when it is empty", async () => {
    const error = await refusal("https://hooks.example/", { resolve: resolverOf().resolve });
    expect(error).toMatchObject({ reason: "not_resolvable", isTemporary: true });
  });

  test("may have 256 addresses and not 257", async () => {
    const many = (count: number) => resolverOf(...Array<string>(count).fill("93.184.216.34"));
    expect(await checkTarget("https://hooks.example/", many(256))).toMatchObject({ family: 4 });
    expect(await refusal("https://hooks.example/", many(257))).toMatchObject({ reason: "not_resolvable" });
  });

  test("that fails is a fault worth another try, with the resolver's error as its cause", async () => {
    const cause = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    const error = await refusal("https://hooks.example/", { resolve: () => Promise.reject(cause) });
    expect(error).toMatchObject({ reason: "not_resolvable", isTemporary: true, cause });
  });

  test("that throws at once is the same fault", async () => {
    const resolve = () => {
      throw new Error("broken resolver");
    };
    expect(await refusal("https://hooks.example/", { resolve })).toMatchObject({ reason: "not_resolvable" });
  });

  test("is waited for no longer than the limit, and a late failure ends nothing", async () => {
    const startedAt = performance.now();
    const { promise, reject } = Promise.withResolvers<never>();
    const error = await refusal("https://hooks.example/", { resolve: () => promise, dnsTimeoutMs: 50 });
    const passedMs = performance.now() - startedAt;
    expect(error).toMatchObject({ reason: "not_resolvable", isTemporary: true });
    expect(passedMs).toBeGreaterThanOrEqual(45);
    expect(passedMs).toBeLessThan(10_000);
    // An unhandled rejection would fail the test run.
    reject(new Error("too late"));
    await Bun.sleep(1);
  });

  test("of the system itself is used when none is given: a name that can't exist is not resolvable", async () => {
    const error = await refusal("https://no-such-host.invalid/", {});
    expect(error).toMatchObject({ reason: "not_resolvable", isTemporary: true });
  });
});

test("a resolver that says public first and loopback next is asked once, and its first answer is the one kept", async () => {
  const answers = ["93.184.216.34", "127.0.0.1"];
  const resolve = async () => [{ address: answers.shift() ?? "127.0.0.1" }];
  expect(await checkTarget("https://hooks.example/", { resolve })).toMatchObject({
    address: "93.184.216.34",
  });
  expect(answers).toEqual(["127.0.0.1"]);
});

describe("ranges that are let through", () => {
  const allowCidrs = createAddressRanges(["127.0.0.0/8", "fd00::/8"]);

  for (const target of [
    "http://127.0.0.1/",
    "http://127.0.0.1:22/",
    "https://127.0.0.1:8080/",
    "http://[fd00::1]:3000/",
    "http://[::ffff:127.0.0.1]/",
    "http://2130706433/",
  ]) {
    test(`open ${target}, plain and on any port`, async () => {
      expect(await checkTarget(target, { allowCidrs })).toHaveProperty("address");
    });
  }

  for (const target of ["http://hooks.example:81/", "http://localhost:81/", "https://api.localhost/"]) {
    test(`open ${target} when all its addresses lie in them`, async () => {
      const { asked, resolve } = resolverOf("127.0.0.1", "fd00::1");
      expect(await checkTarget(target, { allowCidrs, resolve })).toMatchObject({ address: "127.0.0.1" });
      expect(asked).toHaveLength(1);
    });
  }

  const stillRefused: [target: string, addresses: string[], reason: string][] = [
    ["http://hooks.example/", ["93.184.216.34"], "not_https"],
    ["http://hooks.example/", ["127.0.0.1", "93.184.216.34"], "not_https"],
    ["http://hooks.example/", ["127.0.0.1", "10.0.0.1"], "not_https"],
    ["https://hooks.example:25/", ["93.184.216.34"], "port"],
    ["https://hooks.example:25/", ["127.0.0.1", "93.184.216.34"], "port"],
    ["https://hooks.example/", ["127.0.0.1", "10.0.0.1"], "private_address"],
    ["https://localhost/", ["93.184.216.34"], "private_address"],
    ["https://[::1]/", [], "private_address"],
    ["https://10.0.0.1/", [], "private_address"],
    ["http://10.0.0.1/", [], "not_https"],
    ["http://127.0.0.1:0/", [], "port"],
    ["http://a@127.0.0.1/", [], "credentials_in_url"],
    ["ftp://127.0.0.1/", [], "not_https"],
  ];
  for (const [target, addresses, reason] of stillRefused) {
    test(`leave ${target} at ${addresses.join(" and ") || "its own address"} refused: ${reason}`, async () => {
      const { resolve } = resolverOf(...addresses);
      expect(await refusal(target, { allowCidrs, resolve })).toMatchObject({ reason });
    });
  }

  test("open a host that mixes one of them with a public address to https on a usual port", async () => {
    const { resolve } = resolverOf("127.0.0.1", "93.184.216.34");
    expect(await checkTarget("https://hooks.example/", { allowCidrs, resolve })).toMatchObject({ family: 4 });
  });
});

/** A resolver of the test: answers with these addresses and notes every name it is asked for. */
function resolverOf(...addresses: string[]) {
  const asked: string[] = [];
  const resolve = async (hostName: string) => {
    asked.push(hostName);
    return addresses.map((address) => ({ address }));
  };
  return { asked, resolve };
}

async function refusal(target: string, rules: TargetRules): Promise<UnsafeTargetError> {
  try {
    await checkTarget(target, rules);
  } catch (error) {
    if (error instanceof UnsafeTargetError) return error;
    throw error;
  }
  throw new Error("the target was not refused");
}
