import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { quoted } from "../../../floor/strings/quoted.ts";

/** Signs that a network reads: more are taken for noise there. */
const hashtagsMax = 5;
/** The network shows some 200 characters before "mehr"; a lead beyond this is a text of its own. */
const leadCharactersMax = 600;

type Shared = {
  title: string;
  lead: string;
  topics: readonly string[];
  clientName: string;
  agencyName: string;
  url: string;
  /** As people read it: "4. Dezember 2026, 17:30 Uhr". */
  publishedAt: string;
};

export type ShareTexts = { linkedIn: string; client: string; colleagues: string };

/** What is told of a release that is online, ready to be copied. */
export function shareTexts(shared: Shared): ShareTexts {
  const { title, topics, clientName, agencyName, url, publishedAt } = shared;
  const lead = firstCharacters(shared.lead, leadCharactersMax);
  const hashtags = topics
    .map(hashtagOf)
    .filter((tag) => tag !== "")
    .slice(0, hashtagsMax);
  return {
    linkedIn: paragraphs([title, lead, url, hashtags.join(" ")]),
    client: paragraphs([
      "Guten Tag,",
      `Ihre Pressemitteilung ${quoted(title)} ist seit dem ${publishedAt}, online:\n${url}`,
      "Den Link können Sie gern auf Ihren eigenen Kanälen teilen. Über die Resonanz berichten wir Ihnen.",
      `Freundliche Grüße\n${agencyName}`,
    ]),
    colleagues: paragraphs([
      `Online seit dem ${publishedAt}: ${quoted(title)} (${clientName})\n${url}`,
      "Bitte ab jetzt nur noch diesen Link weitergeben.",
    ]),
  };
}

function paragraphs(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

/** "Erneuerbare Energien" as "#ErneuerbareEnergien": a hashtag ends at the first sign that is no letter and no digit. */
function hashtagOf(topic: string): string {
  const words = topic.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return joined === "" ? "" : `#${joined}`;
}
