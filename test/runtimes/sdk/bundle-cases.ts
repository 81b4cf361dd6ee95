/** Entry points: how a runtime is handed the stub's address and gives back the outcomes. */
const entries = {
  program: `
    const outcomes = await runAllCases({ baseUrl: globalThis.process.argv[2] });
    globalThis.process.stdout.write(JSON.stringify(outcomes));`,
  worker: `
    export default {
      fetch: async (request) =>
        Response.json(await runAllCases({ baseUrl: new URL(request.url).searchParams.get("baseUrl") })),
    };`,
  browser: "globalThis.runAllCases = runAllCases;",
} as const;

const casesFile = Bun.fileURLToPath(new URL("cases.ts", import.meta.url));

/** One file of JavaScript that holds the cases and the built SDK at `sdkFile`, and nothing that a runtime may lack. */
export async function bundleCases(kind: keyof typeof entries, sdkFile: string): Promise<string> {
  const virtualEntry = "virtual:entry";
  const built = await Bun.build({
    entrypoints: [virtualEntry],
    target: "browser",
    plugins: [
      {
        name: "built-sdk",
        setup(build) {
          build.onResolve({ filter: /^@pr-service\/sdk$/ }, () => ({ path: sdkFile }));
          build.onResolve({ filter: /^virtual:entry$/ }, () => ({
            path: virtualEntry,
            namespace: "virtual",
          }));
          build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({
            contents: `import { runAllCases } from ${JSON.stringify(casesFile)};\n${entries[kind]}`,
            loader: "js",
          }));
        },
      },
    ],
  });
  const [output] = built.outputs;
  if (output === undefined) throw new Error("The bundle has no output.");
  return await output.text();
}
