/** Where a reader comes from: what the link carried, and what the browser says in its Referer header. */
export type Origin = { weight: number; query: string; referrer: string | null };

function origin(weight: number, referrer: string | null, query = ""): Origin {
  return { weight, referrer, query };
}

/** As the origins of a German release are spread: half of it search and direct, the rest earned, shared or mailed. */
export const origins: readonly Origin[] = [
  origin(22, null),
  origin(20, "https://www.google.com/"),
  origin(6, "https://www.google.de/"),
  origin(3, "https://www.bing.com/"),
  origin(3, "https://www.ecosia.org/"),
  origin(9, "https://www.linkedin.com/"),
  origin(3, "https://www.xing.com/"),
  origin(2, "https://bsky.app/"),
  origin(6, "https://www.presseportal.de/"),
  origin(2, "https://www.pressebox.de/"),
  origin(4, "https://www.heise.de/"),
  origin(3, "https://www.tagesschau.de/"),
  origin(3, "https://www.spiegel.de/"),
  origin(2, "https://www.horizont.net/"),
  origin(5, "https://chatgpt.com/"),
  origin(2, "https://www.perplexity.ai/"),
  origin(1, "https://www.youtube.com/"),
  origin(7, null, "utm_source=hafenblick&utm_medium=newsletter&utm_campaign=presseverteiler"),
  origin(3, "https://www.linkedin.com/", "utm_source=linkedin&utm_medium=paid&utm_campaign=fachpublikum"),
];
