import { describe, expect, test } from "bun:test";
import {
  createAddressVerifier,
  type NameResolver,
} from "../../../service/features/measurement/classify/address-verifier.ts";

const endings = [".crawl.example.com"];

describe("verdict", () => {
  test("a name with the right ending that leads back confirms, in both families", async () => {
    const { resolver } = nameServer(
      { "8.8.8.8": ["A.crawl.example.com."], "2001:4860::8": ["b.crawl.example.com"] },
      { "a.crawl.example.com": ["8.8.8.9", "8.8.8.8"], "b.crawl.example.com": ["2001:4860:0:0::8"] },
    );
    const verify = createAddressVerifier(resolver);
    expect(await verify("8.8.8.8", endings)).toBe("confirmed");
    expect(await verify("2001:4860::8", endings)).toBe("confirmed");
  });

  test("another's name, one that leads elsewhere, one that only looks alike and none at all are foreign", async () => {
    const { resolver } = nameServer(
      {
        "8.8.8.1": ["host.example.net"],
        "8.8.8.2": ["a.crawl.example.com"],
        "8.8.8.3": ["a.crawl.example.com.example.net"],
        "8.8.8.4": ["evilcrawl.example.com"],
      },
      { "a.crawl.example.com": ["8.8.8.9"] },
    );
    const verify = createAddressVerifier(resolver);
    for (const last of [1, 2, 3, 4, 5])
      expect([last, await verify(`8.8.8.${last}`, endings)]).toEqual([last, "foreign"]);
  });

  test("a name server that has never named an address says nothing by denying one", async () => {
    const { resolver } = nameServer({ "8.8.8.1": ["host.example.net"] }, {});
    const verify = createAddressVerifier(resolver);
    expect(await verify("8.8.8.5", endings)).toBe("unknown");
    expect(await verify("8.8.8.1", endings)).toBe("foreign");
    expect(await verify("8.8.8.6", endings)).toBe("foreign");
  });

  test("a name server that fails says nothing", async () => {
    for (const code of ["ESERVFAIL", "ETIMEOUT", "ECONNREFUSED"]) {
      const fails = () => failure(code);
      const verify = createAddressVerifier({ reverse: fails, resolve4: fails, resolve6: fails });
      expect(await verify("8.8.8.8", endings)).toBe("unknown");
    }
  });

  test("a name server that is silent is left after its time", async () => {
    const silent = () => new Promise<never>(() => {});
    const verify = createAddressVerifier({ reverse: silent, resolve4: silent, resolve6: silent });
    const startedMs = performance.now();
    expect(await verify("8.8.8.8", endings)).toBe("unknown");
    expect(performance.now() - startedMs).toBeGreaterThan(1_400);
  });
});

test("an answer is remembered for a day, a failure for five minutes", async () => {
  let nowMs = 0;
  const { resolver, asked } = nameServer(
    { "8.8.8.8": ["a.crawl.example.com"] },
    { "a.crawl.example.com": ["8.8.8.8"] },
  );
  const verify = createAddressVerifier(resolver, () => nowMs);
  await verify("8.8.8.8", endings);
  nowMs = 86_399_999;
  await verify("8.8.8.8", endings);
  expect(asked.length).toBe(2);
  nowMs = 86_400_000;
  await verify("8.8.8.8", endings);
  expect(asked.length).toBe(4);

  let failures = 0;
  const fails = () => {
    failures += 1;
    return failure("ESERVFAIL");
  };
  const unsure = createAddressVerifier({ reverse: fails, resolve4: fails, resolve6: fails }, () => nowMs);
  await unsure("8.8.8.8", endings);
  nowMs += 299_999;
  await unsure("8.8.8.8", endings);
  expect(failures).toBe(1);
  nowMs += 1;
  await unsure("8.8.8.8", endings);
  expect(failures).toBe(2);
});

test("sixteen look-ups are under way at most, the seventeenth is answered at once", async () => {
  const held = Promise.withResolvers<string[]>();
  const resolver = {
    reverse: () => held.promise,
    resolve4: () => held.promise,
    resolve6: () => held.promise,
  };
  const verify = createAddressVerifier(resolver);
  const waiting = Array.from({ length: 16 }, (_, index) => verify(`8.8.8.${index}`, endings));
  expect(await verify("8.8.4.4", endings)).toBe("unknown");
  held.resolve([]);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["foreign"]));
  expect(await verify("8.8.4.4", endings)).toBe("foreign");
});

function failure(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}

/** A name server that knows these names of addresses and addresses of names, and notes what it is asked. */
function nameServer(names: Record<string, string[]>, addresses: Record<string, string[]>) {
  const asked: string[] = [];
  const answer = (known: Record<string, string[]>) => (question: string) => {
    asked.push(question);
    return known[question] === undefined ? failure("ENOTFOUND") : Promise.resolve(known[question]);
  };
  const resolver: NameResolver = {
    reverse: answer(names),
    resolve4: answer(addresses),
    resolve6: answer(addresses),
  };
  return { resolver, asked };
}
