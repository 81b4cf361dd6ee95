/** `bun run rich-text`: writes the text editor as one file for browsers, which the pages of the editor load. */
const source = new URL("../service/edges/dashboard/rich-text/main.ts", import.meta.url).pathname;
const decoder = new URL("../service/edges/dashboard/rich-text/decode-entities.ts", import.meta.url).pathname;
const target = new URL("../service/edges/dashboard/rich-text/bundle.ts", import.meta.url).pathname;

/** Their licence asks for it; the comments of the sources are not in the bundle. */
const notice =
  "/*! Contains ProseMirror (c) Marijn Haverbeke and others, markdown-it (c) Vitaly Puzrin, Alex Kocharin, and their parts; MIT License. */";

/** The editor as a module without imports, names or comments. */
export async function bundleRichText(): Promise<string> {
  const built = await Bun.build({
    entrypoints: [source],
    target: "browser",
    format: "esm",
    minify: true,
    plugins: [
      {
        name: "entities-of-the-browser",
        setup: (build) => {
          build.onResolve({ filter: /^entities$/ }, () => ({ path: decoder }));
        },
      },
    ],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const [output] = built.outputs;
  if (output === undefined) throw new Error("The bundle has no output.");
  return `${notice}\n${(await output.text()).trim()}`;
}

/** The module that holds the script as a text. */
export function moduleOf(script: string): string {
  const note =
    "/** Made by `bun run rich-text` from main.ts beside it; a test holds it against the source. */";
  return `${note}\nexport const richTextSource: string = ${JSON.stringify(script)};\n`;
}

if (import.meta.main) {
  await Bun.write(target, moduleOf(await bundleRichText()));
  process.stdout.write("service/edges/dashboard/rich-text/bundle.ts is written.\n");
}
