/** An agent that is no person, with the few headers that it sends. */
export type Machine = { weight: number; headers: Readonly<Record<string, string>> };

const html = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const named = (name: string) => `Mozilla/5.0 (compatible; ${name})`;
const webkit = (name: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${name})`;

/** Search engines, AI crawlers and assistants, link previews, feed readers and monitors, as often as newsrooms see them. */
const agents: readonly [weight: number, userAgent: string, headers?: Record<string, string>][] = [
  [
    14,
    named("Googlebot/2.1; +http://www.google.com/bot.html"),
    { ...html, from: "googlebot(at)googlebot.com" },
  ],
  [
    9,
    `${webkit("bingbot/2.0; +http://www.bing.com/bingbot.htm")} Chrome/116.0.1938.76 Safari/537.36`,
    { from: "bingbot(at)microsoft.com" },
  ],
  [4, "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)", html],
  [12, webkit("GPTBot/1.0; +https://openai.com/gptbot")],
  [8, webkit("ClaudeBot/1.0; +claudebot@anthropic.com")],
  [4, webkit("PerplexityBot/1.0; +https://perplexity.ai/perplexitybot"), html],
  [4, "CCBot/2.0 (https://commoncrawl.org/faq/)", { ...html, "accept-language": "en-US,en;q=0.5" }],
  [
    7,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
    html,
  ],
  [4, webkit("Claude-User/1.0; +Claude-User@anthropic.com")],
  [3, webkit("Perplexity-User/1.0; +https://perplexity.ai/perplexity-user")],
  [6, "LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/4.3 +http://www.linkedin.com)"],
  [3, "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
  [3, "WhatsApp/2.23.20.0"],
  [2, "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
  [5, "Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers; like FeedFetcher-Google)"],
  [3, "FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot"],
  [8, "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)"],
  [3, "check_http/v2.3.3 (monitoring-plugins 2.3.3)"],
  [3, named("AhrefsBot/7.0; +http://ahrefs.com/robot/")],
  [3, "python-requests/2.32.3", { "accept-encoding": "gzip, deflate" }],
  // A browser's name without a browser's headers: counted as suspected, and kept.
  [
    4,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
  ],
];

export const machines: readonly Machine[] = agents.map(([weight, userAgent, headers]) => ({
  weight,
  headers: { accept: "*/*", ...headers, "user-agent": userAgent },
}));
