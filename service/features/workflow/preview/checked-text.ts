import type { Sql } from "../../../floor/db/open.ts";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import { textLength } from "../../../press-text/seo-check/rules.ts";
import { findClient } from "../../clients/sql.ts";
import { newsroomOf, readAbout } from "../../newsroom/newsroom-of.ts";
import { spaced } from "../../newsroom/plain-release.ts";
import { type ReleaseFile, releaseFileOf } from "../../newsroom/release-file.ts";
import { findNewsroom } from "../../newsroom/sql.ts";
import { cleanInput, codePoints } from "../../writer/clean-input.ts";
import type { DraftContent } from "../drafts/rules.ts";

const between = "\n\n";

/**
 * A text as the press-text check reads it: with what the newsroom adds by itself, or its author is asked for a contact, a town and a
 * day that readers would then have twice. Without the subtitle, which the check would take for the lead. Null below the length from
 * which a text is checked.
 */
export async function checkedText(
  { sql, texts }: { sql: Sql; texts: TextReader },
  agencyId: number,
  { clientId, content }: { clientId: number; content: DraftContent },
): Promise<string | null> {
  const text = await texts.read(agencyId, content.bodyMarkdown);
  if (codePoints(cleanInput(`${content.title}\n\n${text.plain}`)) < textLength.min) return null;
  const client = await findClient(sql, agencyId, clientId);
  const row = client === null ? null : await findNewsroom(sql, client.slug);
  if (row === null) return joined([content.title, spaced(text.plain)]);
  const publishedAt = content.embargoUntil ?? new Date();
  const { title, dateline, about, contact } = releaseFileOf({
    newsroom: newsroomOf(row, null),
    release: { ...content, town: content.dateline, publishedAt, correctedAt: null },
    text,
    boilerplate: row.boilerplate,
    url: "",
  });
  const end = endMatter(about === null ? null : await readAbout(texts, row), contact);
  const body = spaced(dateline === null ? text.plain : withDateline(dateline, text));
  // Of a text that is too long the check reads the beginning: the end matter has to be in it.
  const room = textLength.analysed - [title, end].join(between + between).length;
  return joined([title, firstCharacters(body, Math.max(0, room)), end]);
}

/** Under titles that the check knows: it reads German alone, and the name of a client can begin with anything. */
function endMatter(about: { plain: string } | null, contact: ReleaseFile["contact"]): string {
  return joined([
    about === null ? "" : `Über uns\n\n${spaced(about.plain)}`,
    contact === null ? "" : ["Pressekontakt", ...contact.lines].join("\n"),
  ]);
}

/** Before the first words that are no heading, because those are the lead. */
function withDateline(dateline: string, { plain, lead }: { plain: string; lead: string }): string {
  const lines = plain.split("\n");
  const first = Math.max(0, lines.indexOf(lead.split("\n", 1)[0] ?? ""));
  return lines.with(first, `${dateline} – ${lines[first] ?? ""}`).join("\n");
}

function joined(parts: readonly string[]): string {
  return cleanInput(parts.filter((part) => part !== "").join(between));
}
