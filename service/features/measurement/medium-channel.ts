import type { Channel } from "./vocabulary.ts";

/** Only bought media, the whole word: `pr`, `press`, `podcast` and `unpaid` are work that nobody bought a place for. */
const paidMedium =
  /^(?:cp[acmlpv]|ppc|paid[a-z-]*|(?:search|social|display|video|native|programmatic)-?(?:paid|ads?)|sea|sem|ads?|adwords|display|banner|retargeting|remarketing|sponsored(?:-[a-z]+)?)$/;

const mediumChannels: readonly (readonly [expression: RegExp, channel: Channel])[] = [
  [paidMedium, "paid"],
  [/^(?:ai|llm|ai-assistant|ai-chat|chatbot)$/, "ai_assistant"],
  [/^(?:organic|organic-search|seo)$/, "search"],
  [/^(?:social|social-?media|social-?network|organic-social|social-organic|sm)$/, "social"],
  [/^(?:video|organic-video)$/, "video"],
  [/^(?:wire|newswire|ots|presseverteiler)$/, "wire"],
  [/newsletter|^nl$/, "newsletter"],
  [/^(?:e-?mail|mail|mailing|e-?mailing)$/, "email"],
  [/^(?:referral|link)$/, "referral"],
];

/** The channel that a `utm_medium` (lower case) names, or null. */
export function mediumChannel(medium: string): Channel | null {
  const normalized = medium.replace(/[\s_]+/g, "-");
  return mediumChannels.find(([expression]) => expression.test(normalized))?.[1] ?? null;
}
