import { formatCount } from "../../../floor/web/format.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { readText } from "../../../press-text/markdown/read-text.ts";
import { imagesMax, linksMax, nestingMax, tableCellsMax } from "../../../press-text/markdown/text-limits.ts";

/** A page of a report, in Unicode code points of Markdown. */
export const reportCommentCharactersMax = 4_000;

/** An agency's comment as it is frozen, or undefined for none. Throws `validation_error` for one that is too long or intricate. */
export function cleanReportComment(comment: string | undefined): string | undefined {
  const text = comment?.replaceAll("\r\n", "\n").trim() ?? "";
  if (text === "") return undefined;
  const characters = [...text].length;
  if (characters > reportCommentCharactersMax)
    refuseFields({
      field: "comment",
      german: `Der Kommentar hat ${formatCount(characters)} Zeichen. Möglich sind ${formatCount(reportCommentCharactersMax)}: Bitte kürzen Sie ihn.`,
      english: `has ${characters} characters; at most ${reportCommentCharactersMax} are allowed. Shorten it.`,
    });
  if (text.includes("\0") || !text.isWellFormed())
    refuseFields({
      field: "comment",
      german: "Der Kommentar enthält ein unzulässiges Zeichen. Bitte entfernen Sie es.",
      english: "holds a NUL or half a character. Remove it.",
    });
  const { excess } = readText(text);
  if (excess !== null)
    refuseFields({
      field: "comment",
      german: `Der Kommentar ist zu umfangreich: Möglich sind ${linksMax} Links, ${imagesMax} Bilder, ${formatCount(tableCellsMax)} Tabellenzellen und ${nestingMax} Ebenen. Bitte kürzen Sie ihn.`,
      english: excess,
    });
  return text;
}
