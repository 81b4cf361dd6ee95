/** `bun run verify-script`: writes the SDK's check of reports as one file for browsers, which the page /pruefen serves. */
const target = new URL("../service/features/reporting/verify-page/verify-script.ts", import.meta.url)
  .pathname;

/** The SDK's own check as a module of one file, without names or comments. */
export async function bundleVerifyScript(): Promise<string> {
  const built = await Bun.build({
    entrypoints: [new URL("../sdk/src/verify-report.ts", import.meta.url).pathname],
    target: "browser",
    format: "esm",
    minify: true,
  });
  const [output] = built.outputs;
  if (output === undefined) throw new Error("The bundle has no output.");
  return (await output.text()).trim();
}

/** The module that holds the script as a text. */
export function moduleOf(script: string): string {
  const note =
    "/** Made by `bun run verify-script` from sdk/src/verify-report.ts; a test holds it against the source. */";
  const lint = "// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a script.";
  return `${note}\nexport const verifyScript: string =\n  ${lint}\n  ${JSON.stringify(script)};\n`;
}

if (import.meta.main) {
  await Bun.write(target, moduleOf(await bundleVerifyScript()));
  process.stdout.write("service/features/reporting/verify-page/verify-script.ts is written.\n");
}
