import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ComparedRelease } from "../../../../service/features/insights/evidence/compare.ts";
import { asPage } from "./article-pages.ts";
import type { Pair, Topic } from "./topic.ts";
import { commonFacts, months, ownSentences, people, topics, towns } from "./topics.ts";

/** A page that was made from a release, and what it has to be taken for because of how it was made. */
export type Labelled = {
  name: string;
  made: keyof typeof labels;
  expected: (typeof labels)[keyof typeof labels];
  html: string;
  url: string;
  release: ComparedRelease;
};

const labels = {
  copied: "full_text",
  reordered: "full_text",
  shortened: "excerpt",
  quoted: "excerpt",
  linked: "link",
  reworded: "mention",
  unrelated: "none",
} as const;

/** The sentences of a release, and what the articles on it are made of. */
type Source = {
  name: string;
  client: string;
  title: string;
  sentences: string[];
  /** Paragraphs each; of `linked` one has the link as `[[text]]`. */
  reworded: string[];
  quoted: string[];
  linked: string[];
  unrelated: string[];
};

const variants = 2;
const pageUrl = "https://anzeiger.example/wirtschaft/artikel-4711.html";

/** 60 releases put together from sentences, the same ones each time, with seven pages each. */
export function generatedSet(): Labelled[] {
  return topics.flatMap((topic, subject) =>
    topic.companies.flatMap((_, company) =>
      Array.from({ length: variants }, (_, variant) => {
        const seed = subject * 100 + company * 10 + variant;
        return labelledPages(sourceOf(topic, company, seed), seed);
      }).flat(),
    ),
  );
}

/** 20 releases that were written before the comparison, with the articles on them. Nothing is ever tuned to these. */
export function writtenSet(): Labelled[] {
  const folder = join(import.meta.dirname, "written");
  return readdirSync(folder)
    .toSorted()
    .flatMap((file, seed) => labelledPages(readSource(file, readFileSync(join(folder, file), "utf8")), seed));
}

function sourceOf(topic: Topic, company: number, seed: number): Source {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[], count: number): T[] => shuffled(list, random).slice(0, count);
  const client = topic.companies[company] ?? "";
  const [person = "", own = ""] = [...pick(people, 1), ...pick(ownSentences, 1)];
  const values: Record<string, string> = {
    firma: client,
    ort: pick(towns, 1)[0] ?? "",
    monat: pick(months, 1)[0] ?? "",
    a: `${2 + Math.floor(random() * 90)}0`,
    b: `${3 + Math.floor(random() * 60)}5`,
  };
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const pairs: Pair[] = [
    ...pick(topic.facts, 5),
    ...pick(commonFacts, 3),
    ...topic.quotations.map(
      ([quoted, reworded]): Pair => [
        `„${quoted}“, sagt ${person}.`,
        `Im Gespräch meint ${person}, ${reworded}.`,
      ],
    ),
  ];
  const body = [topic.lead, ...shuffled(pairs, random)];
  const about = pick(ownSentences, 5).map(filled);
  return {
    name: `${client} ${seed}`,
    client,
    title: filled(topic.title),
    sentences: body.map(([release]) => filled(release)),
    reworded: [...body.map(([, reworded]) => filled(reworded)), own],
    quoted: [...about.slice(0, 3), `„${topic.quotations[seed % 2]?.[0]}“, so ${person}.`, ...about.slice(3)],
    linked: [...about.slice(0, 4), "Mehr dazu steht [[an dieser Stelle]]."],
    unrelated: [...topic.unrelated, own],
  };
}

function readSource(file: string, text: string): Source {
  const part = (name: string) =>
    (text.split(new RegExp(`^== ${name}\\n`, "m"))[1]?.split(/^== /m)[0] ?? "").trim().split("\n");
  const [title = "", ...paragraphs] = part("meldung");
  return {
    name: file,
    client: /^kunde: (.+)$/m.exec(text)?.[1] ?? "",
    title,
    sentences: paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.!?]) (?=[\p{Lu}„])/u)),
    reworded: part("umgeschrieben"),
    quoted: part("zitat"),
    linked: part("link"),
    unrelated: part("fremd"),
  };
}

function labelledPages(source: Source, seed: number): Labelled[] {
  const random = randomFrom(seed + 7);
  const { sentences } = source;
  const texts: Record<keyof typeof labels, string[]> = {
    copied: paragraphsOf(sentences),
    reordered: paragraphsOf(shuffled(sentences, random)),
    shortened: paragraphsOf(sentences.slice(0, Math.round(sentences.length * 0.4))),
    quoted: source.quoted,
    linked: source.linked,
    reworded: source.reworded,
    unrelated: source.unrelated,
  };
  const slug = `meldung-${seed}`;
  const release: ComparedRelease = {
    title: source.title,
    subtitle: null,
    bodyMarkdown: `${paragraphsOf(sentences).join("\n\n")}\n\n${about(source.client)}`,
    boilerplates: [about(source.client)],
    clientNames: [source.client],
    addresses: {
      release: [`https://presse.example/newsroom/kunde/${slug}`],
      newsroom: ["https://presse.example/newsroom/kunde"],
    },
  };
  return Object.entries(labels).map(([key, expected], index) => {
    const made = key as keyof typeof labels;
    return {
      ...{ name: source.name, made, expected, url: pageUrl, release },
      html: asPage(texts[made], {
        seed: seed + index,
        headline: made === "copied" ? source.title : "Was sich jetzt in der Region ändert",
        link: release.addresses.release[0] ?? "",
      }),
    };
  });
}

function about(client: string): string {
  return `${client} gehört zu den führenden Anbietern der Branche und beschäftigt mehr als 200 Menschen an drei Standorten in Deutschland.`;
}

/** Two sentences a paragraph. */
function paragraphsOf(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence, at) =>
    at % 2 === 0 ? [[sentence, sentences[at + 1]].filter((each) => each !== undefined).join(" ")] : [],
  );
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => [random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
