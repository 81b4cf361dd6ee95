import { expect, test } from "bun:test";
import { parseUrl } from "../../../service/floor/strings/parse-url.ts";
import { halves, repeated } from "../../support/hostile-patterns.ts";
import { processorMsOf } from "../../support/processor-time.ts";

const hosts = [
  halves("\u0315", "\u0316"),
  halves("%CC%95", "%CC%96"),
  halves(`${"\u0315".repeat(28)}%CC%95`, `${"\u0316".repeat(28)}%CC%96`),
  halves("\u0315\u00ad", "\u0316\u00ad"),
  halves("\u0315\uff9e", "\u0316\uff9f"),
  repeated("\u{16d67}"),
  repeated("\u0315", "%61".repeat(500)),
];

test.each(hosts.map((host) => [host.name, host] as const))(
  "a megabyte of addresses whose hosts %s is read in a second",
  async (_name, host) => {
    const address = `https://a${host.fill(8_100)}.example/`;
    const spentMs = await processorMsOf(() => {
      for (let count = 0; count < 128; count += 1) parseUrl(address);
    });
    expect(spentMs).toBeLessThan(1_000);
  },
);
