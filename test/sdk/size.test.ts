import { expect, test } from "bun:test";
import { measureSize, sizeLimits } from "./size.ts";

test.each(Object.entries(sizeLimits))(
  "%s stays within its size when bundled",
  async (_, { imports, gzipBytesMax }) => {
    const { gzipBytes } = await measureSize(imports);
    expect(gzipBytes).toBeLessThanOrEqual(gzipBytesMax);
    expect(gzipBytes).toBeGreaterThan(100);
  },
);
