/** Hosts from which people come out of an AI assistant's answer, by company as `classify/ai-operators.ts` names it. */
export const aiAssistantHosts: Readonly<Record<string, string>> = {
  OpenAI: "chatgpt.com chat.openai.com openai.com com.openai.chatgpt",
  Anthropic: "claude.ai claude.com com.anthropic.claude",
  Perplexity: "perplexity.ai pplx.ai perplexity.com ai.perplexity.app.android",
  Google:
    "gemini.google.com bard.google.com notebooklm.google.com notebooklm.google aistudio.google.com com.google.android.apps.bard",
  Microsoft:
    "copilot.microsoft.com copilot.com copilot.cloud.microsoft m365.cloud.microsoft edgeservices.bing.com com.microsoft.copilot",
  Meta: "meta.ai",
  Mistral: "chat.mistral.ai mistral.ai",
  DeepSeek: "deepseek.com chat.deepseek.com",
  xAI: "grok.com x.ai",
  "You.com": "you.com",
  DuckDuckGo: "duck.ai",
  Phind: "phind.com",
  iAsk: "iask.ai",
  Kagi: "assistant.kagi.com",
  Liner: "liner.com getliner.com",
  Manus: "manus.im",
  Alibaba: "chat.qwen.ai qwen.ai tongyi.aliyun.com",
  Moonshot: "kimi.com kimi.moonshot.cn kimi.ai",
  ByteDance: "doubao.com",
  Quora: "poe.com",
  Inflection: "pi.ai",
  Genspark: "genspark.ai",
  Felo: "felo.ai",
  Andi: "andisearch.com",
  Komo: "komo.ai",
  Langdock: "langdock.com",
  Amazon: "rufus.amazon.com",
};

/** Names that stand in `utm_source` or `ref` instead of a host. */
export const aiAssistantNames: Readonly<Record<string, string>> = {
  chatgpt: "OpenAI",
  openai: "OpenAI",
  "chat-gpt": "OpenAI",
  claude: "Anthropic",
  anthropic: "Anthropic",
  perplexity: "Perplexity",
  gemini: "Google",
  copilot: "Microsoft",
  mistral: "Mistral",
  "le-chat": "Mistral",
  lechat: "Mistral",
  deepseek: "DeepSeek",
  grok: "xAI",
};
