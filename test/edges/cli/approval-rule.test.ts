import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { registerFormats } from "../../../service/schema.ts";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { imprint, runJson } from "./run-program.ts";

let directory: string;
beforeAll(async () => {
  registerFormats();
  directory = await createEmbeddedDirectory();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("what an operator does not say of an approval rule stays", async () => {
  const run = (...args: string[]) =>
    runJson([...args, "--data-dir", directory], {}) as Promise<Record<string, unknown>>;
  const { agencyId } = await run("agency", "create", "--name", "Nordlicht");
  const named = ["--agency", String(agencyId), "--name", "M", "--contact-email", "anna@mueller.example"];
  const { clientId } = await run("client", "create", ...named, ...imprint);
  const rule = (...options: string[]) => run("approval", "rule", "--client", String(clientId), ...options);
  expect(await rule("--recorded")).toMatchObject({ allowsRecorded: true });
  expect(await rule("--contacts", "")).toMatchObject({ allowsRecorded: true, isInOrder: true });
  expect(await rule("--no-recorded", "--at-once")).toMatchObject({ allowsRecorded: false, isInOrder: false });
  expect(await rule("--in-order")).toMatchObject({ isInOrder: true });
});
