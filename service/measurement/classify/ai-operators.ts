import type { TrafficClass } from "../vocabulary.ts";

/** A user agent that we list ourselves because it is common on newsrooms or filed differently elsewhere. */
export interface ListedAgent {
  /** Product token as it stands in the user agent; compared without case, at word boundaries. */
  token: string;
  class: TrafficClass;
  /** Company that runs it; also the key under which its published address ranges are looked up. */
  operator: string;
}

/** Day of the last look at the operators' own pages; stands in the report's methodology. */
export const aiOperatorsVersion = "2026-11-01";

/** `ai_crawler` collects for training or an index; `ai_assistant_fetch` opens a page because somebody asked just now. */
interface AiOperator {
  crawlers: readonly string[];
  assistants: readonly string[];
}

/** AI companies and the agents that they name in their documentation or that server logs show. */
const aiOperators: Readonly<Record<string, AiOperator>> = {
  OpenAI: {
    crawlers: ["GPTBot", "OAI-SearchBot", "OAI-AdsBot"],
    assistants: ["ChatGPT-User", "ChatGPT Agent"],
  },
  Anthropic: {
    crawlers: ["ClaudeBot", "Claude-SearchBot", "anthropic-ai"],
    assistants: ["Claude-User", "Claude-Web", "claude-code"],
  },
  Perplexity: { crawlers: ["PerplexityBot"], assistants: ["Perplexity-User", "PerplexityUser"] },
  Google: {
    crawlers: ["Google-Extended", "Google-CloudVertexBot"],
    assistants: [
      "Gemini-Deep-Research",
      "Google-NotebookLM",
      "GoogleAgent-Mariner",
      "Google-Agent",
      "Google-Gemini-CLI",
    ],
  },
  Microsoft: { crawlers: ["AzureAI-SearchBot"], assistants: [] },
  Meta: {
    crawlers: ["meta-externalagent", "meta-webindexer", "FacebookBot"],
    assistants: ["meta-externalfetcher"],
  },
  Mistral: { crawlers: ["MistralAI-Index"], assistants: ["MistralAI-User"] },
  ByteDance: { crawlers: ["Bytespider", "TikTokSpider"], assistants: [] },
  Amazon: {
    crawlers: ["Amazonbot", "Amzn-SearchBot", "bedrockbot"],
    assistants: ["Amzn-User", "NovaAct", "AmazonBuyForMe", "Amazon-Bedrock-AgentCore-Browser"],
  },
  Apple: { crawlers: ["Applebot-Extended"], assistants: [] },
  "Common Crawl": { crawlers: ["CCBot"], assistants: [] },
  Cohere: { crawlers: ["cohere-training-data-crawler"], assistants: ["cohere-ai"] },
  DuckDuckGo: { crawlers: [], assistants: ["DuckAssistBot"] },
  "You.com": { crawlers: ["YouBot"], assistants: [] },
  DeepSeek: { crawlers: ["DeepSeekBot"], assistants: [] },
  xAI: { crawlers: ["GrokBot"], assistants: [] },
  Huawei: { crawlers: ["PanguBot"], assistants: [] },
  Zhipu: { crawlers: ["ChatGLM-Spider"], assistants: [] },
  iAsk: { crawlers: ["iAskBot", "iaskspider"], assistants: [] },
  Kagi: { crawlers: [], assistants: ["kagi-fetcher"] },
  Phind: { crawlers: ["PhindBot"], assistants: [] },
  Liner: { crawlers: ["LinerBot"], assistants: [] },
  Linkup: { crawlers: ["LinkupBot"], assistants: [] },
  Tavily: { crawlers: ["TavilyBot"], assistants: [] },
  Firecrawl: { crawlers: ["FirecrawlAgent"], assistants: [] },
  Diffbot: { crawlers: ["Diffbot"], assistants: [] },
  Timpi: { crawlers: ["Timpibot"], assistants: [] },
  Hive: { crawlers: ["ImagesiftBot"], assistants: [] },
  "Webz.io": { crawlers: ["omgili", "omgilibot", "webzio-extended"], assistants: [] },
  "Allen Institute for AI": { crawlers: ["AI2Bot", "Ai2Bot-Dolma"], assistants: [] },
  LAION: { crawlers: ["laion-huggingface-processor", "img2dataset"], assistants: [] },
  "SB Intuitions": { crawlers: ["SBIntuitionsBot"], assistants: [] },
  "Bright Data": { crawlers: ["Brightbot"], assistants: [] },
  Manus: { crawlers: [], assistants: ["Manus-User"] },
  Cognition: { crawlers: [], assistants: ["Devin"] },
};

/** The AI agents as one flat list. */
export function aiAgents(): ListedAgent[] {
  return Object.entries(aiOperators).flatMap(([operator, { crawlers, assistants }]) => [
    ...crawlers.map((token) => ({ token, class: "ai_crawler" as const, operator })),
    ...assistants.map((token) => ({ token, class: "ai_assistant_fetch" as const, operator })),
  ]);
}
