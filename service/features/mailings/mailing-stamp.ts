import { type SeenValues, stampOf } from "../../floor/web/seen-stamp.ts";
import type { MailingContent } from "./schema.ts";

type Part = keyof MailingContent;
const allParts: readonly Part[] = ["subject", "message", "listIds", "contactIds", "assetIds"];

/** Of the parts of a mailing that a form shows, for `changeMailing`; of all of them for `scheduleMailing`. */
export const mailingStamp = (content: MailingContent, parts = allParts): string =>
  stampOf(seenMailing(content, parts));

/** In which order something was chosen is no change. */
export function seenMailing(content: MailingContent, parts = allParts): SeenValues {
  return Object.fromEntries(
    parts.map((part) => {
      const value = content[part];
      return [part, typeof value === "string" ? value : value.toSorted()];
    }),
  );
}
