import type { TrafficClass } from "../../../../service/features/measurement/vocabulary.ts";

type AiClass = Extract<TrafficClass, "ai_crawler" | "ai_assistant_fetch">;

/** Agents of operators with public documentation, by what that documentation says they do (looked at on 2026-11-22). */
const documented: Readonly<Record<AiClass, readonly string[]>> = {
  ai_crawler: [
    "GPTBot/1.3; +https://openai.com/gptbot",
    "OAI-SearchBot/1.3; +https://openai.com/searchbot",
    "OAI-AdsBot/1.0; +https://openai.com/adsbot",
    "ClaudeBot/1.0; +claudebot@anthropic.com",
    "Claude-SearchBot/1.0; +https://www.anthropic.com",
    "PerplexityBot/1.0; +https://perplexity.ai/perplexitybot",
    "Google-CloudVertexBot; +https://cloud.google.com/enterprise-search",
    "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    "meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    "MistralAI-Index/1.0; +https://docs.mistral.ai/robots",
    "Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot",
    "Amzn-SearchBot/0.1",
    "CCBot/2.0 (https://commoncrawl.org/faq/)",
    "Bytespider; spider-feedback@bytedance.com",
    "xAI-SearchBot/1.0; +https://x.ai",
    "KimiBot/1.0; +https://www.moonshot.cn",
    "Kimi-SearchBot/1.0",
    "ExaSearchBot/1.0; +https://exa.ai",
    "YouBot/1.0; +https://about.you.com/youbot/",
    "AI2Bot/1.0; +https://www.allenai.org/crawler",
    "Timpibot/0.9; +http://www.timpi.io",
    "SBIntuitionsBot/0.1; +https://www.sbintuitions.co.jp/bot/",
    "Cotoyogi/4.0; +https://ds.rois.ac.jp/center8/crawler/",
  ],
  ai_assistant_fetch: [
    "ChatGPT-User/1.0; +https://openai.com/bot",
    "Claude-User/1.0; +Claude-User@anthropic.com",
    "Perplexity-User/1.0; +https://perplexity.ai/perplexity-user",
    "Google-NotebookLM",
    "Google-GeminiNotebook",
    "GoogleAgent-URLContext",
    "GoogleAgent-Mariner",
    "Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent",
    "meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    "MistralAI-User/1.0; +https://docs.mistral.ai/robots",
    "Amzn-User/0.1",
    "DuckAssistBot/1.2; +https://duckduckgo.com/duckassistbot.html",
    "Kimi-User/1.0",
    "kagi-fetcher/1.0",
    "Shap-User/1.0",
    "TongyiBot/1.0",
    "YiyanBot/1.0",
  ],
};

/** Each agent as operators write them: by itself, as a "compatible" agent, and inside the user agent of the browser it drives. */
export function aiAgents(): { userAgent: string; class: AiClass }[] {
  return (Object.keys(documented) as AiClass[]).flatMap((name) =>
    documented[name]
      .flatMap((agent) => [
        agent,
        `Mozilla/5.0 (compatible; ${agent})`,
        `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${agent}) Chrome/139.0.0.0 Safari/537.36`,
        `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36; compatible; ${agent}`,
      ])
      .map((userAgent) => ({ userAgent, class: name })),
  );
}
