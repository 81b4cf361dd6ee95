/** Bundles the SDK as an application would (tree-shaken, minified), and tells what arrives at a user. */
const entry = new URL("../../sdk/src/index.ts", import.meta.url).pathname;

/** Bytes, gzipped: everything has to stay small enough to bundle without a thought, a receiver even more so. */
export const sizeLimits = {
  everything: { imports: "*", gzipBytesMax: 8_000 },
  createClient: { imports: "{ createClient }", gzipBytesMax: 4_000 },
  verifyWebhook: { imports: "{ verifyWebhook }", gzipBytesMax: 1_280 },
  signConversion: { imports: "{ signConversion }", gzipBytesMax: 680 },
} as const;

export type MeasuredSize = { minifiedBytes: number; gzipBytes: number };

/** Sizes of a bundle that re-exports `imports` of the SDK's entry point, or of another module. */
export async function measureSize(imports: string, module: string = entry): Promise<MeasuredSize> {
  const virtualEntry = "virtual:entry";
  const built = await Bun.build({
    entrypoints: [virtualEntry],
    target: "browser",
    minify: true,
    plugins: [
      {
        name: "virtual-entry",
        setup(build) {
          build.onResolve({ filter: /^virtual:entry$/ }, () => ({
            path: virtualEntry,
            namespace: "virtual",
          }));
          build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({
            contents: `export ${imports} from ${JSON.stringify(module)};`,
            loader: "ts",
          }));
        },
      },
    ],
  });
  const [output] = built.outputs;
  if (!output) throw new Error("The bundle has no output.");
  const bytes = new Uint8Array(await output.arrayBuffer());
  return { minifiedBytes: bytes.length, gzipBytes: Bun.gzipSync(bytes, { level: 9 }).length };
}

if (import.meta.main) {
  for (const [name, { imports, gzipBytesMax }] of Object.entries(sizeLimits)) {
    const { minifiedBytes, gzipBytes } = await measureSize(imports);
    const verdict = gzipBytes <= gzipBytesMax ? "ok" : "TOO LARGE";
    console.log(
      `${name.padEnd(16)} ${minifiedBytes} B minified, ${gzipBytes} of ${gzipBytesMax} B gzipped, ${verdict}`,
    );
    if (gzipBytes > gzipBytesMax) process.exitCode = 1;
  }
}
