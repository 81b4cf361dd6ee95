/** An agent that is no person, with the few headers that it sends. */
export type Machine = { weight: number; headers: Readonly<Record<string, string>> };

function machine(weight: number, userAgent: string, headers: Record<string, string> = {}): Machine {
  return { weight, headers: { accept: "*/*", ...headers, "user-agent": userAgent } };
}

const htmlFirst = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** Search engines, AI crawlers and assistants, link previews, feed readers and monitors, as often as newsrooms see them. */
export const machines: readonly Machine[] = [
  machine(14, "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", {
    ...htmlFirst,
    from: "googlebot(at)googlebot.com",
  }),
  machine(
    9,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36",
    { from: "bingbot(at)microsoft.com" },
  ),
  machine(4, "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)", htmlFirst),
  machine(
    12,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)",
  ),
  machine(
    8,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
  ),
  machine(
    4,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
    htmlFirst,
  ),
  machine(4, "CCBot/2.0 (https://commoncrawl.org/faq/)", {
    ...htmlFirst,
    "accept-language": "en-US,en;q=0.5",
  }),
  machine(
    7,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
    htmlFirst,
  ),
  machine(
    4,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)",
  ),
  machine(
    3,
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)",
  ),
  machine(
    6,
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/4.3 +http://www.linkedin.com)",
  ),
  machine(3, "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"),
  machine(3, "WhatsApp/2.23.20.0"),
  machine(2, "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"),
  machine(5, "Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers; like FeedFetcher-Google)"),
  machine(3, "FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot"),
  machine(8, "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)"),
  machine(3, "check_http/v2.3.3 (monitoring-plugins 2.3.3)"),
  machine(3, "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)"),
  machine(3, "python-requests/2.32.3", { "accept-encoding": "gzip, deflate" }),
  // A browser's name without a browser's headers: counted as suspected, and kept.
  machine(
    4,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
  ),
];
