import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { parseMoment } from "../../insights/import/dates.ts";
import { withoutZoneName } from "../../insights/zone-names.ts";
import type { FoundPicture, LeftReason } from "../schema.ts";
import { plainLine } from "./html-tree.ts";
import type { Field } from "./split-entries.ts";

/** A text as its file has it, before its HTML is read. */
export type RawText = {
  guid: string;
  title: string;
  url: string | null;
  slug: string | null;
  publishedAt: string | null;
  subtitle: string | null;
  html: string;
  hasBareLines: boolean;
  topics: string[];
  keywords: string[];
  language: string | null;
  pictures: FoundPicture[];
  problem: LeftReason | null;
};

/** What a WordPress export says of its pictures, by their ids and by their addresses. */
export type Attachments = Readonly<Record<"byId" | "byUrl", ReadonlyMap<string, FoundPicture>>>;
export const noAttachments: Attachments = { byId: new Map(), byUrl: new Map() };

/** Kinds of WordPress entries that belong to a site and not to its texts. */
const siteTypes =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|acf-.*|wp_.*|wpcf7_.*|elementor_.*)$/;
/** What themes call everything that nobody sorted. */
const noTopic = /^(?:allgemein|uncategori[sz]ed|unkategorisiert|ohne kategorie)$/i;

/** An entry of a feed or an export; null for one that is no text. */
export function readEntry(fields: readonly Field[], attachments: Attachments): RawText | null {
  const get = (...names: string[]) =>
    names.map((name) => fields.find((field) => field.name === name)?.text.trim()).find((text) => text) ??
    null;
  const type = get("wp:post_type");
  if (type !== null && siteTypes.test(type)) return null;
  const url = urlOf(fields);
  const thumbnail = metaOf(fields, "_thumbnail_id");
  const leading = thumbnail === null ? undefined : attachments.byId.get(thumbnail);
  const html = get("content:encoded", "content", "description", "summary") ?? "";
  const isText = fields.some(({ name, attributes }) => name === "content" && attributes.type === "text");
  const excerpt = get("excerpt:encoded");
  const categories = (domain: string | undefined) =>
    fields
      .filter(({ name, attributes }) => name === "category" && (attributes.domain ?? domain) === domain)
      .map(({ text, attributes }) => plainLine(text || (attributes.term ?? "")));
  const isExport = type !== null;
  const { publishedAt, problem } = isExport
    ? datedExport(get)
    : dated(get("pubdate", "published", "dc:date", "updated"));
  return {
    guid: get("guid", "id") ?? url ?? "",
    title: plainLine(get("title") ?? ""),
    url,
    slug: get("wp:post_name"),
    publishedAt,
    subtitle: excerpt === null ? null : plainLine(excerpt),
    html: isText ? html.replaceAll("&", "&amp;").replaceAll("<", "&lt;") : html,
    hasBareLines: isText || (isExport && !/<p[\s>]|<!-- wp:/i.test(html)),
    topics: categories(isExport ? "category" : undefined).filter((name) => !noTopic.test(name)),
    keywords: isExport ? categories("post_tag") : [],
    language: null,
    pictures: leading === undefined ? [] : [leading],
    problem: problemOf({ type, status: get("wp:status"), password: get("wp:post_password") }) ?? problem,
  };
}

function problemOf(said: { type: string | null; status: string | null; password: string | null }) {
  if (said.type === "page") return "no_release";
  if (said.status !== null && said.status !== "publish") return "not_public";
  return said.password === null ? null : "not_public";
}

/** A picture of a WordPress export with its id; null for an entry that is none. */
export function readAttachment(fields: readonly Field[]): { id: string; picture: FoundPicture } | null {
  const textOf = (name: string) => fields.find((field) => field.name === name)?.text.trim() ?? "";
  const [id, url] = [textOf("wp:post_id"), textOf("wp:attachment_url")];
  if (textOf("wp:post_type") !== "attachment" || id === "" || url === "") return null;
  const caption = plainLine(textOf("excerpt:encoded"));
  const credit = creditOf(caption) ?? creditOf(plainLine(textOf("content:encoded")));
  const alt = metaOf(fields, "_wp_attachment_image_alt");
  return { id, picture: { url, alt, caption: caption || null, credit } };
}

/** Who took a picture, as captions say it: "Foto: Anna Beispiel", "© Werk AG". */
export function creditOf(caption: string): string | null {
  const [, named, claimed] =
    /(?:^|[\s(|/.–-])(?:(?:foto|bild|bildquelle|bildnachweis|fotograf(?:in)?|quelle|copyright|photo|credit)\s*[:©]\s*(?:©\s*)?([^()|\n]{2,150})|(?:©|\(c\)\s)\s*([^()|\n]{2,150}))/i.exec(
      caption,
    ) ?? [];
  return (named ?? claimed)?.trim().replace(/[.,;]$/, "") || null;
}

function urlOf(fields: readonly Field[]): string | null {
  const links = fields.filter(({ name }) => name === "link");
  const link =
    links.find(
      ({ text, attributes }) => text.trim() !== "" || (attributes.rel ?? "alternate") === "alternate",
    ) ?? links[0];
  const url = parseUrl(link?.text.trim() || (link?.attributes.href ?? ""));
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** In WordPress's own way within `wp:postmeta`. */
function metaOf(fields: readonly Field[], key: string): string | null {
  for (const { name, text } of fields) {
    if (name !== "wp:postmeta" || !text.includes(`>${key}</`)) continue;
    const value = /<wp:meta_value>([^<]{1,1000})</.exec(text)?.[1];
    if (value !== undefined) return plainLine(value);
  }
  return null;
}

/**
 * A day and time as feeds (RFC 822, RFC 3339), exports and tables write it, without an offset where it names none: then it is the agency's
 * time. The platform's own reading would make a day of nearly anything, in the server's time.
 */
export function dated(text: string | null): Pick<RawText, "publishedAt" | "problem"> {
  const plain = withoutZoneName(text?.trim() ?? "").replace(/^\p{L}{2,10}\.?,\s*/u, "");
  const read = parseMoment(plain);
  if ("value" in read) {
    const isWhole = /(?:Z|[+-]\d\d:\d\d)$/.test(read.value);
    return { publishedAt: isWhole ? new Date(read.value).toISOString() : read.value, problem: null };
  }
  const problem =
    read.problem === "ambiguous_day"
      ? "ambiguous_date"
      : read.problem === "no_day"
        ? "no_date"
        : "no_such_date";
  return { publishedAt: null, problem };
}

/** WordPress leaves its UTC column at zeros for what another program imported; the local one is right then. */
function datedExport(get: (name: string) => string | null): ReturnType<typeof dated> {
  const utc = get("wp:post_date_gmt");
  const all = [utc && `${utc} Z`, get("wp:post_date"), get("pubdate")].filter((text) => text !== null);
  const read = all.map(dated);
  return read.find(({ problem }) => problem === null) ?? read[0] ?? dated(null);
}
