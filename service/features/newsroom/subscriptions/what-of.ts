import { oneLine } from "../../../floor/mail/render-mail.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";

/** What somebody subscribes to, as a part of a sentence. */
export function whatOf(
  { clientName, topic }: { clientName: string; topic: string | null },
  language: PageLanguage,
): string {
  const all =
    language === "de" ? `die Pressemitteilungen von ${clientName}` : `the press releases of ${clientName}`;
  if (topic === null) return all;
  return language === "de" ? `${all} zum Thema „${oneLine(topic)}“` : `${all} on “${oneLine(topic)}”`;
}
