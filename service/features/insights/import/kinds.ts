import type { matchTypes } from "../../../schema.ts";
import { integerMax } from "../../../schema.ts";
import type { ContactFields } from "../../media-contacts/schema.ts";
import { articleHash, handHash } from "../article-hash.ts";
import { addressedTypes } from "../clippings/rules.ts";
import { confidenceOfSample } from "../rules.ts";
import type { mediaTypes } from "../schema.ts";
import type { Cells } from "./cells.ts";
import type { Column } from "./columns.ts";
import { contactColumns, readContact, readObjection } from "./contact-kind.ts";

export const importKinds = [
  "media-mentions",
  "search-visibility",
  "ai-visibility",
  "media-contacts",
] as const;
export type ImportKind = (typeof importKinds)[number];

type MediaType = (typeof mediaTypes)[number];
type MatchType = (typeof matchTypes)[number];

/** A row ready for the database, by its columns there; `release_id` is one of the agency's. A contact is sealed when it is stored. */
export type ImportRow = ContactImportRow | ReleaseRow;
type ContactImportRow = { contact: ContactFields; listIds: string[]; hasObjected: boolean };
type ReleaseRow = { release_id: number; contact?: never; listIds?: never; hasObjected?: never } & Record<
  string,
  string | number | string[] | null | undefined
>;

export type KindOfImport<Row extends ImportRow = ImportRow> = {
  columns: readonly Column[];
  /** Reads a row; what is wrong with it is in `cells.problems` then, and the row is not to be used. */
  read: (cells: Cells) => Row;
  /** Names rows that mean the same thing. */
  keyOf(row: Row): string;
  /** What two such rows of a file say together, the earlier one first; without it the last of them counts. */
  join?(one: Row, other: Row): Row;
};

/** `words` are as cells are compared: lower case, joined by `_`. */
function named<T extends string>(value: T, words: string): Record<string, T> {
  return Object.fromEntries(words.split(" ").map((word) => [word, value]));
}

const mediaTypeWords: Record<string, MediaType> = {
  ...named(
    "online",
    "online web internet website webseite onlinemedium onlinemedien online_medium online_medien",
  ),
  ...named(
    "online",
    "nachrichtenportal portal online_portal onlineportal blog online_ausgabe onlineausgabe newsletter",
  ),
  ...named("social", "social social_media soziale_medien soziales_netzwerk soziale_netzwerke"),
  ...named(
    "print",
    "print presse zeitung tageszeitung wochenzeitung sonntagszeitung regionalzeitung anzeigenblatt",
  ),
  ...named(
    "print",
    "zeitschrift fachzeitschrift publikumszeitschrift magazin fachmagazin wochenblatt printmedium printmedien",
  ),
  ...named("radio", "radio hörfunk hoerfunk rundfunk"),
  ...named("television", "television tv fernsehen"),
  ...named("podcast", "podcast podcasts"),
};

const matchTypeWords: Record<string, MatchType> = {
  ...named(
    "full_text",
    "full_text volltext vollabdruck vollständig vollständige_übernahme wörtlich wortlaut abdruck",
  ),
  ...named("excerpt", "excerpt auszug auszugsweise teilabdruck gekürzt teilübernahme ausschnitt zitat"),
  ...named(
    "mention",
    "mention erwähnung erwaehnung nennung namensnennung genannt erwähnt kurzmeldung bericht",
  ),
  ...named("link", "link verlinkung verlinkt backlink verweis hyperlink"),
};

const releaseId: Column = {
  name: "release_id",
  aliases: [
    "releaseid",
    "meldung",
    "meldungs_id",
    "press_release_id",
    "pressemitteilung",
    "pressemeldung",
    "meldungsnummer",
  ],
};
const source: Column = { name: "source", aliases: ["quelle", "anbieter", "provider"] };
const sourceCharactersMax = 200;

const mediaMentions: KindOfImport<ReleaseRow> = {
  columns: [
    releaseId,
    {
      name: "medium",
      aliases: [
        "publication",
        "outlet",
        "titel_des_mediums",
        "medienname",
        "name_des_mediums",
        "publikation",
      ],
    },
    { name: "media_type", aliases: ["mediengattung", "gattung", "medientyp", "mediatype", "medienart"] },
    { name: "headline", aliases: ["überschrift", "titel", "title", "schlagzeile", "artikeltitel"] },
    { name: "url", aliases: ["link", "adresse", "webadresse", "artikel_url"] },
    {
      name: "published_at",
      aliases: ["erschienen", "erschienen_am", "datum", "date", "veröffentlicht_am", "erscheinungsdatum"],
    },
    { name: "match_type", aliases: ["trefferart", "art_der_übernahme", "matchtype", "übernahme"] },
    { name: "reach", aliases: ["reichweite"], isOptional: true },
    source,
  ],
  read(cells) {
    const release_id = cells.release("release_id");
    const media_type = cells.oneOf("media_type", mediaTypeWords);
    const medium = cells.line("medium", 200);
    const headline = cells.line("headline", 500);
    const url = cells.url("url");
    const published_on = cells.dayAlone("published_at");
    const moment = cells.moment("published_at");
    const published_at = published_on === null ? moment : `${published_on}T00:00:00`;
    const item_hash = articleHash({ url, medium, headline, day: published_at.slice(0, 10) });
    if (url === "" && media_type !== null && addressedTypes.includes(media_type)) cells.fail("url", "empty");
    return {
      release_id,
      media_type,
      medium,
      headline,
      url,
      published_at,
      published_on,
      match_type: cells.oneOf("match_type", matchTypeWords),
      reach: cells.optionalWhole("reach"),
      source: cells.line("source", sourceCharactersMax),
      item_hash,
      hand_hash: handHash(item_hash),
    };
  },
  keyOf: (row) => `${row.release_id} ${row.item_hash}`,
};

const searchVisibility: KindOfImport<ReleaseRow> = {
  columns: [
    releaseId,
    { name: "query", aliases: ["suchanfrage", "top_queries", "häufigste_suchanfragen"] },
    { name: "clicks", aliases: ["klicks"] },
    { name: "impressions", aliases: ["impressionen"] },
    { name: "ctr", aliases: ["klickrate", "click_through_rate"] },
    { name: "position", aliases: ["durchschnittliche_position", "average_position"] },
    { name: "period_from", aliases: ["von", "from", "zeitraum_von"] },
    { name: "period_to", aliases: ["bis", "to", "zeitraum_bis"] },
    source,
  ],
  read(cells) {
    const row = {
      release_id: cells.release("release_id"),
      query: cells.line("query", 300),
      clicks: cells.whole("clicks"),
      impressions: cells.whole("impressions"),
      ctr: cells.share("ctr"),
      position: cells.decimal("position", 1_000_000),
      period_from: cells.day("period_from"),
      period_to: cells.day("period_to"),
      source: cells.line("source", sourceCharactersMax),
    };
    if (cells.problems.length === 0 && row.clicks > row.impressions) {
      const { clicks, impressions } = row;
      cells.fail("clicks", "clicks_above_impressions", { clicks, impressions });
    }
    if (cells.problems.length === 0 && row.period_from > row.period_to) {
      cells.fail("period_to", "ends_before_start");
    }
    return row;
  },
  keyOf: (row) => JSON.stringify([row.release_id, row.source, row.query, row.period_from, row.period_to]),
};

const aiVisibility: KindOfImport<ReleaseRow> = {
  columns: [
    releaseId,
    { name: "engine", aliases: ["dienst", "ki_dienst"] },
    { name: "model", aliases: ["modell"] },
    { name: "prompt", aliases: ["frage", "anfrage"] },
    { name: "runs", aliases: ["durchläufe", "anfragen", "wiederholungen"] },
    { name: "mentioned", aliases: ["genannt", "erwähnt"] },
    { name: "cited", aliases: ["zitiert", "verlinkt"] },
    { name: "cited_urls", aliases: ["zitierte_urls", "quellen_urls"] },
    { name: "observed_at", aliases: ["beobachtet_am", "gemessen_am"] },
    source,
  ],
  read(cells) {
    const row = {
      release_id: cells.release("release_id"),
      engine: cells.line("engine", 100),
      model: cells.line("model", 100),
      prompt: cells.text("prompt", 2000),
      runs: cells.whole("runs", integerMax),
      mentioned: cells.whole("mentioned"),
      cited: cells.whole("cited"),
      cited_urls: cells.urls("cited_urls"),
      observed_at: cells.moment("observed_at"),
      source: cells.line("source", sourceCharactersMax),
    };
    if (cells.problems.length === 0 && row.runs === 0) cells.fail("runs", "no_runs");
    for (const name of ["mentioned", "cited"] as const) {
      if (cells.problems.length === 0 && row[name] > row.runs) {
        cells.fail(name, "above_runs", { count: row[name], runs: row.runs });
      }
    }
    return { ...row, confidence: confidenceOfSample(row.runs) };
  },
  keyOf: (row) =>
    JSON.stringify([row.release_id, row.source, row.engine, row.model, row.prompt, row.observed_at]),
};

const mediaContacts: KindOfImport<ContactImportRow> = {
  columns: contactColumns,
  read: (cells) => ({
    contact: readContact(cells),
    listIds: cells.known("lists", "lists"),
    hasObjected: readObjection(cells),
  }),
  keyOf: ({ contact }) => contact.email.toLowerCase(),
  // As for one who is there: the contact stays, and is in the lists of both. A file names a contact once for each of its lists.
  join: (one, other) => ({ ...one, listIds: [...new Set([...one.listIds, ...other.listIds])] }),
};

export const kindsOfImport: Record<ImportKind, KindOfImport> = {
  "media-mentions": mediaMentions,
  "search-visibility": searchVisibility,
  "ai-visibility": aiVisibility,
  "media-contacts": mediaContacts,
};
