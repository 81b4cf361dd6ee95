import { beforeAll, describe, expect, test } from "bun:test";
import { articleHash } from "../service/features/insights/article-hash.ts";
import { parseDay, parseMoment } from "../service/features/insights/import/dates.ts";
import { parseDecimal, parseShare, parseWhole } from "../service/features/insights/import/numbers.ts";
import { refusalOf } from "../service/features/insights/import/refused-columns.ts";
import { parseDocument } from "../service/features/insights/providers/parse-items.ts";
import { matchItem } from "../service/features/insights/providers/rules.ts";
import { classifyRequest } from "../service/features/measurement/classify/classify-request.ts";
import { noCrawlerRanges } from "../service/features/measurement/classify/crawler-ranges.ts";
import { deviceType } from "../service/features/measurement/device.ts";
import { attributeSource } from "../service/features/measurement/referrer.ts";
import { noDetails } from "../service/features/workflow/drafts/release-details.ts";
import { seoKeywords, seoTextsByRules, seoWarnings } from "../service/features/workflow/drafts/seo-rules.ts";
import { cleanInput } from "../service/features/writer/clean-input.ts";
import { writeCrisisStatement } from "../service/features/writer/rule-based/crisis-statement.ts";
import { writeHeadlines } from "../service/features/writer/rule-based/headlines.ts";
import { parseJson } from "../service/floor/http/read-body.ts";
import { slugify } from "../service/floor/web/slug.ts";
import { findTerms } from "../service/press-text/find-terms.ts";
import { plainParagraphs } from "../service/press-text/markdown/plain-paragraphs.ts";
import { summaryOf } from "../service/press-text/markdown/press-text.ts";
import { checkSeo } from "../service/press-text/seo-check/rules.ts";
import { textTasks } from "../service/press-text/text-tasks.ts";
import { registerFormats } from "../service/schema.ts";
import { growthProblem } from "./support/growth.ts";
import { drawPattern, halves, repeated } from "./support/hostile-patterns.ts";
import { processorMsOf } from "./support/processor-time.ts";
import { seededChance } from "./support/seeded-chance.ts";

const proseParts = [
  ...[
    " ",
    "  ",
    "\n",
    "\n\n",
    "\t",
    ".",
    ". ",
    ",",
    ";",
    ":",
    "!",
    "?",
    "-",
    "–",
    "„",
    "“",
    '"',
    "(",
    ")",
    "'",
  ],
  ...[
    "<",
    ">",
    "</",
    "<p>",
    "<script>",
    "</script>",
    "&amp;",
    "a",
    "A",
    "Ab ",
    "ä",
    "1",
    "1.",
    "1.000",
    "😀",
  ],
  ...[
    "12. Mai 2026",
    "wird ",
    "wurde ",
    "gemacht",
    "z.B. ",
    "Dr. ",
    "#",
    "> ",
    "**",
    "__",
    "[",
    "](",
    "tot ",
  ],
  ...[
    "https://a.de/",
    "www.",
    "a@b.de",
    "Tel. ",
    "Pressekontakt",
    "Über ",
    "Euro ",
    "%",
    "weil ",
    "Uhr",
    "»",
  ],
  ...[
    "\u00a0",
    "\u200b",
    "_",
    "/",
    "\\",
    "|",
    "*",
    "e\u0301",
    "dass ",
    "Millionen ",
    "verletzt ",
    "Prozent ",
  ],
];
const headerParts = [
  ...[
    " ",
    ";",
    ",",
    "(",
    ")",
    "/",
    ".",
    "-",
    "Mozilla/5.0 ",
    "Android",
    "Mobile",
    "Version/1.",
    "Safari",
    "bot",
  ],
  ...[
    "http://",
    "www.",
    "a",
    "A",
    "1",
    "@",
    "?",
    "&",
    "=",
    "%",
    "%41",
    "#",
    "utm_source=",
    "(Windows NT",
    "aft",
  ],
];
const xmlParts = [
  ...[
    "<",
    ">",
    "<item>",
    "</item>",
    "<title>",
    "<link>",
    "&lt;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "a",
    " ",
  ],
  ...["\n", '"', "=", "<dc:date/>", "<a b='c'>", "</", "/>", "<?", "<description>", "&#x41;", "&", ";"],
];
const jsonParts = ["[", "]", "{", "}", '"', "\\", ",", ":", "1", "a", " ", "null", "\\u0041"];

const content = (text: string) => ({
  ...{ title: text.slice(0, 300), subtitle: null, bodyMarkdown: text, language: "de", keywords: [] },
  ...{ embargoUntil: null, seoTitle: null, seoDescription: null, slug: null, ...noDetails },
});
/** As many and as long as a persona takes, and each the same for as long as can be. */
const tabooWords = [
  "a b c",
  "billig",
  "z.B.",
  ...Array.from({ length: 197 }, (_, at) => `${"a ".repeat(48)}${at}`),
];
const noLengthOfItsOwn = 16_384;

/** Whatever takes a caller's text, with the longest that it takes (64 KiB is all that a request's headers may have). */
const cases: Record<string, Case> = {
  "the SEO checker": { length: 250_000, parts: proseParts, work: (text) => checkSeo(cleanInput(text)) },
  "the crisis statement": { length: 20_000, parts: proseParts, work: writeCrisisStatement },
  "the headlines": { length: 500, parts: proseParts, work: writeHeadlines },
  "the search texts of a draft": { length: 100_000, parts: proseParts, work: proposeSearchTexts },
  "the taboo words": {
    length: 100_000,
    parts: proseParts,
    work: (text) => findTerms({ texts: [text], terms: tabooWords, rangesMax: 3 }),
  },
  "plain paragraphs": {
    length: 200_000,
    parts: proseParts,
    work: (text) => summaryOf(plainParagraphs(text, null)),
  },
  "the slug of a title": { length: 600, parts: proseParts, work: (text) => slugify(text) },
  "an entry of a feed": { length: 20_000, parts: [...proseParts, ...headerParts], work: matchEntry },
  "the address of an article": {
    length: 2_000,
    parts: headerParts,
    work: (text) =>
      articleHash({ url: `https://a.de/${text}`, medium: text, headline: text, day: "2026-11-22" }),
  },
  "a cell with a figure": { length: 64, parts: proseParts, work: readFigure },
  "the name of a column": { length: noLengthOfItsOwn, parts: proseParts, work: refusalOf },
  "a feed": { length: 1_000_000, parts: xmlParts, work: readFeed },
  "a JSON body": {
    length: 262_144,
    parts: jsonParts,
    work: (text) => parseJson(new TextEncoder().encode(text)),
  },
  "the headers of a reader": { length: noLengthOfItsOwn, parts: headerParts, work: describeReader },
};

/** Four times what is allowed: the growth is seen before the bound hides it. */
const overLength = 4;
const drawn = 12;
const timeMaxMs = 4_000;

describe("a hostile text takes time in proportion to its length", () => {
  beforeAll(registerFormats);

  test.each(Object.entries(cases))("in %s", (_name, { length, parts, work }) => {
    const chance = seededChance(20_261_122);
    const known = [repeated("www."), repeated("a. "), halves(")", "x"), halves(" ", "x"), halves(",", "x")];
    const patterns = [...known, ...Array.from({ length: drawn }, () => drawPattern(chance, parts))];
    const whole = Math.min(length * overLength, 400_000);
    // The first runs compile the expressions.
    for (const pattern of known) work(pattern.fill(Math.min(length, 10_000)));
    const problems = patterns.map((pattern) => growthProblem(pattern, work, { length: whole, timeMaxMs }));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  test("where an address of a feed ends with 2,000 brackets, 500 times", async () => {
    const markup = `https://a.de/${")".repeat(1_900)}x `.repeat(10);
    const spentMs = await processorMsOf(() => {
      for (let entry = 0; entry < 50; entry += 1) matchEntry(markup);
    });
    // 4 ms each with an expression: 2 s for the feed.
    expect(spentMs).toBeLessThan(700);
  });
});

function proposeSearchTexts(markdown: string): void {
  const draft = content(markdown);
  const outline = textTasks.outline(`${draft.title}\n\n${draft.bodyMarkdown}`);
  const input = { clientName: "Kunde", focusKeyword: "zz", text: plainParagraphs(markdown, null) };
  seoKeywords(draft, outline, "zz");
  seoWarnings(draft, seoTextsByRules(draft, outline, input), "zz");
}

function matchEntry(markup: string): void {
  const item = { headline: "a", url: "https://a.de/", publishedAt: null, medium: null, text: markup, markup };
  matchItem(item, [], new Date(0));
}

function readFigure(text: string): void {
  for (const read of [parseWhole, parseDecimal, parseShare, parseDay, parseMoment]) read(text);
}

function readFeed(text: string): void {
  const xml = `<rss version="2.0"><channel><title>M</title><item><title>a</title><link>https://a.de/</link><description>${text}</description></item></channel></rss>`;
  try {
    parseDocument(xml);
  } catch {
    // Most of what was drawn is no feed.
  }
}

function describeReader(text: string): void {
  const printable = text.replace(/[^\x20-\x7e]/g, "");
  const headers = new Headers({ "accept-language": printable, "sec-ch-ua": printable, accept: printable });
  classifyRequest({
    userAgent: printable,
    headers,
    clientIp: "192.0.2.1",
    isInternal: false,
    isSecure: true,
    method: "GET",
    url: `https://x.de/newsroom/a/b?${printable}`,
    crawlerRanges: noCrawlerRanges,
  });
  deviceType(printable, headers);
  attributeSource({
    url: `/newsroom/a/b?${printable}`,
    refererHeader: `https://a.de/${printable}`,
    ownHosts: ["x.de"],
  });
}

type Case = { length: number; parts: readonly string[]; work: (text: string) => unknown };
