import { expect, test } from "bun:test";
import { CreateDraftInput } from "../../../../service/features/workflow/drafts/schema.ts";
import { checkOf } from "../../../../service/floor/http/field-errors.ts";
import { registerFormats } from "../../../../service/schema.ts";

const isTaken = (language: string) => {
  registerFormats();
  return checkOf(CreateDraftInput).Check({ clientId: 1, title: "Titel", bodyMarkdown: "Text", language });
};

test.each(["de", "de-AT", "zh-Hant-TW", "sl-IT-nedis"])("a draft may be in the language %s", (language) => {
  expect(isTaken(language)).toBe(true);
});

test.each(["", "d", "deutsch", "de_DE", "de-", "de-abcdefghi", '"><script>', "de\n", "de-a-b-c-d"])(
  "a draft can't be in the language %j, which no page could name",
  (language) => {
    expect(isTaken(language)).toBe(false);
  },
);
