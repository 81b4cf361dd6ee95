import { expect, test } from "bun:test";
import { readCode, readDocuments } from "../../build/docs-facts.ts";
import { findDocsFaults } from "../../build/find-docs-faults.ts";

const code = readCode();
const noSetting = ["NO", "SUCH", "SETTING"].join("_");
const faultsOf = (text: string, path = "docs/planted.md") => findDocsFaults({ path, text }, code);

test("the documents name nothing that is not there", () => {
  const documents = readDocuments();
  expect(documents.map(({ path }) => path)).toContain("docs/operations.md");
  expect(documents.flatMap((document) => findDocsFaults(document, code))).toEqual([]);
});

test("each decision has a number of its own, the same headings, and a line in the index", () => {
  const documents = readDocuments();
  const index = documents.find(({ path }) => path === "docs/decisions.md")?.text ?? "";
  const pages = documents.filter(({ path }) => path.startsWith("docs/decisions/"));
  expect(pages.length).toBeGreaterThan(0);
  const numbers = pages.map(({ path }) => path.slice("docs/decisions/".length).split("-")[0]);
  expect(new Set(numbers).size).toBe(pages.length);
  for (const { path, text } of pages) {
    expect(index).toContain(`](${path.replace("docs/", "")})`);
    const headings = [...text.matchAll(/^## (\w+)/gm)].map(([, word]) => word);
    expect([path, ...headings]).toEqual([
      path,
      "Context",
      "Options",
      "Decision",
      "Consequences",
      "Files",
      "What",
    ]);
    expect(text).toMatch(/^# \d+\. .+\n\nStatus: .+ Date: 2\d{3}-\d\d-\d\d/);
  }
});

test.each([
  ["a path", "See `service/nowhere.ts`.", "There is no file or folder `service/nowhere.ts`."],
  ["a part of a path", "See `reporting/nowhere`.", "There is no file or folder `reporting/nowhere`."],
  [
    "a part of a path inside a folder",
    "See `exports/nowhere`.",
    "There is no file or folder `exports/nowhere`.",
  ],
  ["a link", "See [it](nowhere.md).", "The link leads to no file: nowhere.md"],
  ["a heading", "# One\n\nSee [it](#two).", "No heading is called #two."],
  ["a heading of another document", "See [it](operations.md#two).", "No heading is called #two."],
  // Put together, because tests are code too.
  ["a name", `Set \`${noSetting}\`.`, `\`${noSetting}\` stands nowhere in the code.`],
  ["a script", "Run `bun run nothing`.", "package.json has no script `nothing`."],
  ["a script in a block", "```sh\nbun run nothing   # why\n```", "package.json has no script `nothing`."],
  ["a version", "Run `npx -y bun@0.0.1`.", `The project is for Bun ${code.bunVersion}, not 0.0.1.`],
  [
    "a command",
    "Run `pr-service agency paint`.",
    "There is no command `pr-service agency paint`: `paint` is unknown.",
  ],
  [
    "a command without the program's name",
    "| `report link create\\|paint ID` |",
    "There is no command `pr-service report link create|paint ID`: `paint` is unknown.",
  ],
  [
    "an option in a block",
    "```sh\npr-service client create \\\n  --agency 1 --colour red # why\n```",
    "`pr-service client create --agency 1 --colour red` has no option `--colour`.",
  ],
])("%s that is not there is found", (_name, text, message) => {
  const line =
    text.startsWith("# ") || text.startsWith("```") ? /^docs\/planted\.md:[23]: / : /^docs\/planted\.md:1: /;
  const faults = faultsOf(text);
  expect(faults.map((fault) => fault.replace(line, ""))).toEqual([message]);
});

test("what is there, and what is no name of ours, is left alone", () => {
  const text = [
    "`service/main.ts`, `main.ts`, `cli/`, `*-sql.ts`, `text/html`, `agency_work`, `SECRET_KEY_FILE`, `bun run check`,",
    "`pr-service agency create --name N --json`, `report link create|revoke|list`, `webhook` and `import`.",
    "[There](operations.md#backup)",
  ].join("\n");
  expect(faultsOf(text)).toEqual([]);
});

test("the table of settings names each one, and the numbers of the code", () => {
  const operations = readDocuments().find(({ path }) => path === "docs/operations.md")?.text ?? "";
  const changed = operations
    .replace("| `MAILS_PER_SECOND`              | `20` ", "| `MAILS_PER_SECOND`              | `21` ")
    .replace("| `LOOPS` ", "| `HOOPS` ");
  const messages = faultsOf(changed, "docs/operations.md").map((fault) => fault.replace(/^[^ ]+ /, ""));
  expect(messages.toSorted()).toEqual([
    "The default of `MAILS_PER_SECOND` is 20, not 21.",
    "The table lacks the setting `LOOPS`.",
    "There is no setting `HOOPS`.",
  ]);
});
