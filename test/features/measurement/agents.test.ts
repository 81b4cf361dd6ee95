import { expect, test } from "bun:test";
import { aiAgents } from "../../../service/features/measurement/classify/ai-operators.ts";
import { matchUserAgent } from "../../../service/features/measurement/classify/match-user-agent.ts";
import { readReverseNames } from "../../../service/features/measurement/classify/reverse-names.ts";
import { signatureAgents } from "../../../service/features/measurement/classify/signature-agent.ts";

const today = new Date().toISOString().slice(0, 10);

test("each line of the list of AI agents has a source, a day and an example that gets its class and company", () => {
  const agents = aiAgents();
  expect(agents.length).toBeGreaterThan(120);
  for (const { token, class: wanted, operator, source, date, example } of agents) {
    expect([
      token,
      /^https:\/\/\S+$/.test(source),
      /^\d{4}-\d{2}-\d{2}$/.test(date) && date <= today,
    ]).toEqual([token, true, true]);
    const found = matchUserAgent(example);
    expect([token, found.class, found.operator]).toEqual([token, wanted, operator]);
    expect([token, example.toLowerCase().includes(token.toLowerCase())]).toEqual([token, true]);
  }
  expect(new Set(agents.map(({ token }) => token.toLowerCase())).size).toBe(agents.length);
});

test("an agent that no list files under a trade is filed by the words of its own name", () => {
  const named = {
    "Beispiel-Uptime-Checker/1.0": "monitoring",
    "Mozilla/5.0 (compatible; BeispielMonitoring/1.0; +https://example.com)": "monitoring",
    "BeispielFeedFetcher/2.1 (+https://example.com/)": "feed_reader",
    "Beispiel-RSS/1.0": "feed_reader",
    "Mozilla/5.0 (compatible; BeispielLinkPreview/1.0; +https://example.com)": "link_preview",
    "Mozilla/5.0 (compatible; BeispielSearchBot/1.0; +https://example.com)": "search_engine",
    "Mozilla/5.0 (compatible; BeispielBot/1.0; +https://example.com/search-engine/feed)": "other_bot",
    "Mozilla/5.0 (compatible; FeedbackBot/1.0; +https://example.com)": "other_bot",
  } as const;
  for (const [userAgent, wanted] of Object.entries(named))
    expect([userAgent, matchUserAgent(userAgent).class as string]).toEqual([userAgent, wanted]);
});

test("our own file comes before the packages' words", () => {
  const named = {
    "Datadog/Synthetics": "monitoring",
    "GoogleHC/1.0": "monitoring",
    "Mozilla/5.0 (compatible; CronitorUptime/1.0; +https://cronitor.io)": "monitoring",
    "OnlineOrNot.com_bot_1.0_(https://onlineornot.com)": "monitoring",
    "Mozilla/5.0 (compatible; Webex/1.0; +https://webex.com)": "link_preview",
    "Mozilla/5.0 (compatible; EUSP-Bot/1.0; +https://eu-searchperspective.com)": "search_engine",
    "Mozilla/5.0 (compatible; Ecosiabot/1.0; +https://ecosia.org)": "search_engine",
    "Mozilla/5.0 (Windows NT; Windows NT 10.0; de-DE) WindowsPowerShell/5.1.19041.4522": "other_bot",
    "Mozilla/4.0 (compatible; ms-office; MSOffice 16)": "other_bot",
    "Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.0.0": "other_bot",
    "Mozilla/5.0 (X11; Linux x86_64; rv:59.0) Gecko/20100101 Firefox/59.0 SlimerJS/1.0.0": "other_bot",
  } as const;
  for (const [userAgent, wanted] of Object.entries(named)) {
    const { class: found, isGeneric } = matchUserAgent(userAgent);
    expect([userAgent, found as string, isGeneric]).toEqual([userAgent, wanted, false]);
  }
});

test("browsers for terminals are people's", () => {
  for (const userAgent of [
    "Lynx/2.9.0 libwww-FM/2.14",
    "w3m/0.5.3",
    "Links (2.29; Linux 6.1 x86_64)",
    "NetSurf/3.11 (Linux)",
  ])
    expect([userAgent, matchUserAgent(userAgent).class]).toEqual([userAgent, null]);
});

test("signing agents and reverse names carry a source and a day, and a wrong line is refused by its name", () => {
  for (const { host, source, date } of signatureAgents().values())
    expect([host, source.startsWith("https://"), date <= today]).toEqual([host, true, true]);
  // Machines that anybody rents from Google are named `….bc.googleusercontent.com`: that name proves no search engine.
  expect(readReverseNames().get("googlebot")).toEqual([".googlebot.com"]);
  for (const line of [
    "Abot | example.com | https://example.com | 2026-01-01",
    "Abot | .com | https://x.de | 2026-01-01",
    "Abot | .a.de",
  ])
    expect(() => readReverseNames(line)).toThrow("Abot");
});
