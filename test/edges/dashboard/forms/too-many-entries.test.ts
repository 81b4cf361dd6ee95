import { expect, test } from "bun:test";
import { parseForm, parseFormWithFile } from "../../../../service/edges/dashboard/forms/read-form.ts";

const entriesMax = 1_000;
const foreign = "passt nicht mehr zu dieser Seite";

test("a form is taken apart up to a thousand separators", () => {
  const problemOf = (separators: number) =>
    parseForm({}, "application/x-www-form-urlencoded", Buffer.from("&".repeat(separators))).problem;
  expect(problemOf(entriesMax)).toBeNull();
  expect(problemOf(entriesMax + 1)).toContain(foreign);
});

test("so is one with a file", async () => {
  const problemOf = async (parts: number) => {
    const part = '--x\r\ncontent-disposition: form-data; name="datei"; filename=""\r\n\r\n\r\n';
    const body = Buffer.from(`${part.repeat(parts)}--x--\r\n`);
    const form = { fields: {}, fileName: "datei" };
    return (await parseFormWithFile(form, "multipart/form-data; boundary=x", body)).sent.problem;
  };
  expect(await problemOf(entriesMax - 1)).toBeNull();
  expect(await problemOf(entriesMax)).toContain(foreign);
});
