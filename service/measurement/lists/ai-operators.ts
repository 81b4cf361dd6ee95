/**
 * AI companies' agents, one a line: product token | class | company | where it is documented | day of the last look | an example.
 * The token is compared without case at word boundaries. `ai_crawler` collects for training or an index; `ai_assistant_fetch` opens
 * a page because somebody asked just now. Where the company documents nothing, the source is the public register that saw the agent.
 * The example is the line's test: it has to get the line's class and company.
 */
export const aiOperatorLines = `
GPTBot | ai_crawler | OpenAI | https://platform.openai.com/docs/bots | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)
OAI-SearchBot | ai_crawler | OpenAI | https://platform.openai.com/docs/bots | 2026-11-22 | Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot
OAI-AdsBot | ai_crawler | OpenAI | https://platform.openai.com/docs/bots | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot) Chrome/131.0.0.0 Safari/537.36
ChatGPT-User | ai_assistant_fetch | OpenAI | https://platform.openai.com/docs/bots | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)
ChatGPT Agent | ai_assistant_fetch | OpenAI | https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting | 2026-11-22 | Mozilla/5.0 (compatible; ChatGPT Agent/1.0)
ClaudeBot | ai_crawler | Anthropic | https://support.claude.com/en/articles/8896518 | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)
Claude-SearchBot | ai_crawler | Anthropic | https://support.claude.com/en/articles/8896518 | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-SearchBot/1.0; +https://www.anthropic.com)
anthropic-ai | ai_crawler | Anthropic | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; anthropic-ai/1.0)
Claude-User | ai_assistant_fetch | Anthropic | https://support.claude.com/en/articles/8896518 | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)
Claude-Web | ai_assistant_fetch | Anthropic | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Claude-Web/1.0)
claude-code | ai_assistant_fetch | Anthropic | https://knownagents.com/agents | 2026-11-22 | claude-code/2.0.1
PerplexityBot | ai_crawler | Perplexity | https://docs.perplexity.ai/guides/bots | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)
Perplexity-User | ai_assistant_fetch | Perplexity | https://docs.perplexity.ai/guides/bots | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)
PerplexityUser | ai_assistant_fetch | Perplexity | https://docs.perplexity.ai/guides/bots | 2026-11-22 | Mozilla/5.0 (compatible; PerplexityUser/1.0)
Google-Extended | ai_crawler | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers | 2026-11-22 | Mozilla/5.0 (compatible; Google-Extended/1.0)
Google-CloudVertexBot | ai_crawler | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers | 2026-11-22 | Mozilla/5.0 (compatible; Google-CloudVertexBot; +https://cloud.google.com/enterprise-search)
Google-NotebookLM | ai_assistant_fetch | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers | 2026-11-22 | Google-NotebookLM
Google-GeminiNotebook | ai_assistant_fetch | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers | 2026-11-22 | Mozilla/5.0 (compatible; Google-GeminiNotebook/1.0)
GoogleAgent-URLContext | ai_assistant_fetch | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers | 2026-11-22 | Mozilla/5.0 (compatible; GoogleAgent-URLContext/1.0)
GoogleAgent-Search | ai_assistant_fetch | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers | 2026-11-22 | Mozilla/5.0 (compatible; GoogleAgent-Search/1.0)
GoogleAgent-Mariner | ai_assistant_fetch | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers | 2026-11-22 | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; GoogleAgent-Mariner; +https://developers.google.com/search/docs/crawling-indexing/google-user-triggered-fetchers) Chrome/135.0.0.0 Safari/537.36
Google-Agent | ai_assistant_fetch | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers | 2026-11-22 | Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko; compatible; Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent) Chrome/141.0.0.0 Mobile Safari/537.36
Gemini-Deep-Research | ai_assistant_fetch | Google | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Gemini-Deep-Research; +https://gemini.google/overview/deep-research/)
Google-Gemini-CLI | ai_assistant_fetch | Google | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Google-Gemini-CLI/1.0)
GeminiCLI | ai_assistant_fetch | Google | https://github.com/google-gemini/gemini-cli | 2026-11-22 | GeminiCLI/0.9.0/gemini-2.5-pro (linux; x64)
Google-Firebase | ai_assistant_fetch | Google | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Google-Firebase/1.0)
AzureAI-SearchBot | ai_crawler | Microsoft | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; AzureAI-SearchBot/1.0)
meta-externalagent | ai_crawler | Meta | https://developers.facebook.com/docs/sharing/webmasters/web-crawlers | 2026-11-22 | meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)
meta-webindexer | ai_crawler | Meta | https://developers.facebook.com/docs/sharing/webmasters/web-crawlers | 2026-11-22 | meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)
FacebookBot | ai_crawler | Meta | https://developers.facebook.com/docs/sharing/webmasters/web-crawlers | 2026-11-22 | Mozilla/5.0 (compatible; FacebookBot/1.0)
meta-externalfetcher | ai_assistant_fetch | Meta | https://developers.facebook.com/docs/sharing/webmasters/web-crawlers | 2026-11-22 | meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)
MistralAI-Index | ai_crawler | Mistral | https://docs.mistral.ai/robots | 2026-11-22 | Mozilla/5.0 (compatible; MistralAI-Index/1.0)
MistralAI-User | ai_assistant_fetch | Mistral | https://docs.mistral.ai/robots | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)
Bytespider | ai_crawler | ByteDance | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)
TikTokSpider | ai_crawler | ByteDance | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; TikTokSpider/1.0)
Amazonbot | ai_crawler | Amazon | https://developer.amazon.com/amazonbot | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36
Amzn-SearchBot | ai_crawler | Amazon | https://developer.amazon.com/amazonbot | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-SearchBot/0.1) Chrome/131.0.0.0 Safari/537.36
Amzn-User | ai_assistant_fetch | Amazon | https://developer.amazon.com/amazonbot | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-User/0.1) Chrome/131.0.0.0 Safari/537.36
bedrockbot | ai_crawler | Amazon | https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html | 2026-11-22 | Mozilla/5.0 (compatible; bedrockbot/1.0)
amazon-kendra | ai_crawler | Amazon | https://docs.aws.amazon.com/kendra/latest/dg/data-source-web-crawler.html | 2026-11-22 | amazon-kendra
amazon-QBusiness | ai_crawler | Amazon | https://docs.aws.amazon.com/amazonq/latest/qbusiness-ug/web-crawler.html | 2026-11-22 | amazon-QBusiness
NovaAct | ai_assistant_fetch | Amazon | https://nova.amazon.com/act | 2026-11-22 | Mozilla/5.0 (compatible; NovaAct/1.0)
AmazonBuyForMe | ai_assistant_fetch | Amazon | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; AmazonBuyForMe/1.0)
Amazon-Bedrock-AgentCore-Browser | ai_assistant_fetch | Amazon | https://docs.aws.amazon.com/bedrock-agentcore/latest/devguide/browser-tool.html | 2026-11-22 | Mozilla/5.0 (compatible; Amazon-Bedrock-AgentCore-Browser/1.0)
Applebot-Extended | ai_crawler | Apple | https://support.apple.com/en-us/119829 | 2026-11-22 | Mozilla/5.0 (compatible; Applebot-Extended/1.0)
CCBot | ai_crawler | Common Crawl | https://commoncrawl.org/ccbot | 2026-11-22 | CCBot/2.0 (https://commoncrawl.org/faq/)
cohere-training-data-crawler | ai_crawler | Cohere | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; cohere-training-data-crawler/1.0)
cohere-ai | ai_assistant_fetch | Cohere | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; cohere-ai/1.0)
DuckAssistBot | ai_assistant_fetch | DuckDuckGo | https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot | 2026-11-22 | Mozilla/5.0 (compatible; DuckAssistBot/1.2; +https://duckduckgo.com/duckassistbot.html)
YouBot | ai_crawler | You.com | https://about.you.com/youbot/ | 2026-11-22 | Mozilla/5.0 (compatible; YouBot/1.0)
DeepSeekBot | ai_crawler | DeepSeek | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; DeepSeekBot/1.0)
GrokBot | ai_crawler | xAI | https://docs.x.ai | 2026-11-22 | Mozilla/5.0 (compatible; GrokBot/1.0)
xAI-SearchBot | ai_crawler | xAI | https://docs.x.ai | 2026-11-22 | Mozilla/5.0 (compatible; xAI-SearchBot/1.0)
xAI-Bot | ai_crawler | xAI | https://docs.x.ai | 2026-11-22 | Mozilla/5.0 (compatible; xAI-Bot/1.0)
xAI-Grok | ai_assistant_fetch | xAI | https://docs.x.ai | 2026-11-22 | Mozilla/5.0 (compatible; xAI-Grok/1.0)
Grok-DeepSearch | ai_assistant_fetch | xAI | https://docs.x.ai | 2026-11-22 | Mozilla/5.0 (compatible; Grok-DeepSearch/1.0)
xAI-User | ai_assistant_fetch | xAI | https://docs.x.ai | 2026-11-22 | Mozilla/5.0 (compatible; xAI-User/1.0)
KimiBot | ai_crawler | Moonshot AI | https://platform.moonshot.ai | 2026-11-22 | Mozilla/5.0 (compatible; KimiBot/1.0)
Kimi-SearchBot | ai_crawler | Moonshot AI | https://platform.moonshot.ai | 2026-11-22 | Mozilla/5.0 (compatible; Kimi-SearchBot/1.0)
Kimi-User | ai_assistant_fetch | Moonshot AI | https://platform.moonshot.ai | 2026-11-22 | Mozilla/5.0 (compatible; Kimi-User/1.0)
ExaSearchBot | ai_crawler | Exa | https://docs.exa.ai | 2026-11-22 | Mozilla/5.0 (compatible; ExaSearchBot/1.0)
Exa-User | ai_assistant_fetch | Exa | https://docs.exa.ai | 2026-11-22 | Mozilla/5.0 (compatible; Exa-User/1.0)
TongyiBot | ai_crawler | Alibaba | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; TongyiBot/1.0)
QwenBot | ai_crawler | Alibaba | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; QwenBot/1.0)
Qwen-User | ai_assistant_fetch | Alibaba | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Qwen-User/1.0)
YiyanBot | ai_crawler | Baidu | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; YiyanBot/1.0)
ERNIEBot | ai_crawler | Baidu | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; ERNIEBot/1.0)
Andibot | ai_crawler | Andi | https://andisearch.com | 2026-11-22 | Mozilla/5.0 (compatible; Andibot/1.0)
PanguBot | ai_crawler | Huawei | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; PanguBot/1.0)
ChatGLM-Spider | ai_crawler | Zhipu | https://chatglm.cn | 2026-11-22 | Mozilla/5.0 (compatible; ChatGLM-Spider/1.0)
iAskBot | ai_crawler | iAsk | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; iAskBot/1.0)
iaskspider | ai_crawler | iAsk | https://knownagents.com/agents | 2026-11-22 | iaskspider/2.0 (+https://iask.ai)
kagi-fetcher | ai_assistant_fetch | Kagi | https://help.kagi.com | 2026-11-22 | Mozilla/5.0 (compatible; kagi-fetcher/1.0)
PhindBot | ai_crawler | Phind | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; PhindBot/1.0)
LinerBot | ai_crawler | Liner | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; LinerBot/1.0)
LinkupBot | ai_crawler | Linkup | https://docs.linkup.so | 2026-11-22 | Mozilla/5.0 (compatible; LinkupBot/1.0)
TavilyBot | ai_crawler | Tavily | https://docs.tavily.com | 2026-11-22 | Mozilla/5.0 (compatible; TavilyBot/1.0)
FirecrawlAgent | ai_crawler | Firecrawl | https://docs.firecrawl.dev | 2026-11-22 | Mozilla/5.0 (compatible; FirecrawlAgent/1.0)
Diffbot | ai_crawler | Diffbot | https://docs.diffbot.com | 2026-11-22 | Mozilla/5.0 (compatible; Diffbot/0.1; +http://www.diffbot.com/our-apis/crawler/)
Timpibot | ai_crawler | Timpi | https://timpi.io | 2026-11-22 | Timpibot/0.8 (+http://www.timpi.io)
ImagesiftBot | ai_crawler | Hive | https://imagesift.com/about | 2026-11-22 | Mozilla/5.0 (compatible; ImagesiftBot; +imagesift.com)
omgili | ai_crawler | Webz.io | https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/ | 2026-11-22 | omgili/0.5 +http://omgili.com
omgilibot | ai_crawler | Webz.io | https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/ | 2026-11-22 | omgilibot/0.4 +http://omgili.com
webzio-extended | ai_crawler | Webz.io | https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/ | 2026-11-22 | Mozilla/5.0 (compatible; webzio-extended/1.0)
AI2Bot | ai_crawler | Allen Institute for AI | https://allenai.org/crawler | 2026-11-22 | Mozilla/5.0 (compatible) AI2Bot (+https://www.allenai.org/crawler)
Ai2Bot-Dolma | ai_crawler | Allen Institute for AI | https://allenai.org/crawler | 2026-11-22 | Mozilla/5.0 (compatible; Ai2Bot-Dolma/1.0)
AI2Bot-DeepResearchEval | ai_assistant_fetch | Allen Institute for AI | https://allenai.org/crawler | 2026-11-22 | Mozilla/5.0 (compatible; AI2Bot-DeepResearchEval/1.0)
laion-huggingface-processor | ai_crawler | LAION | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; laion-huggingface-processor/1.0)
LAIONDownloader | ai_crawler | LAION | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; LAIONDownloader/1.0)
img2dataset | ai_crawler | LAION | https://github.com/rom1504/img2dataset | 2026-11-22 | Mozilla/5.0 (compatible; img2dataset; +https://github.com/rom1504/img2dataset)
SBIntuitionsBot | ai_crawler | SB Intuitions | https://www.sbintuitions.co.jp/en/bot/ | 2026-11-22 | Mozilla/5.0 (compatible; SBIntuitionsBot/0.1; +https://www.sbintuitions.co.jp/bot/)
Brightbot | ai_crawler | Bright Data | https://brightdata.com/brightbot | 2026-11-22 | Brightbot 1.0
Manus-User | ai_assistant_fetch | Manus | https://manus.im | 2026-11-22 | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 Manus-User/1.0
Devin | ai_assistant_fetch | Cognition | https://docs.devin.ai | 2026-11-22 | Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; Devin/1.0; +devin.ai
ShapBot | ai_crawler | Parallel | https://docs.parallel.ai | 2026-11-22 | Mozilla/5.0 (compatible; ShapBot/1.0)
Shap-User | ai_assistant_fetch | Parallel | https://docs.parallel.ai | 2026-11-22 | Mozilla/5.0 (compatible; Shap-User/1.0)
QueritBot | ai_crawler | Querit | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; QueritBot/1.0)
Querit-SearchBot | ai_crawler | Querit | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Querit-SearchBot/1.0)
Cloudflare-AutoRAG | ai_crawler | Cloudflare | https://developers.cloudflare.com/autorag | 2026-11-22 | Mozilla/5.0 (compatible; Cloudflare-AutoRAG/1.0)
Mozilla-Tabstack | ai_assistant_fetch | Mozilla | https://docs.tabstack.ai/trust/controlling-access | 2026-11-22 | Mozilla/5.0 (compatible; Mozilla-Tabstack/1.0; +https://tabstack.ai)
atlassian-bot | ai_crawler | Atlassian | https://www.atlassian.com | 2026-11-22 | Mozilla/5.0 (compatible; atlassian-bot/1.0)
Cotoyogi | ai_crawler | ROIS | https://ds.rois.ac.jp/en_center8/en_crawler/ | 2026-11-22 | Mozilla/5.0 (compatible; Cotoyogi/4.0; +https://ds.rois.ac.jp/center8/crawler/)
ICC-Crawler | ai_crawler | NICT | https://ucri.nict.go.jp/en/icccrawler.html | 2026-11-22 | ICC-Crawler/3.0 (Mozilla-compatible; ; https://ucri.nict.go.jp/en/icccrawler.html)
Kangaroo Bot | ai_crawler | Kangaroo LLM | https://knownagents.com/agents | 2026-11-22 | Kangaroo Bot/1.0
HenkBot | ai_crawler | Valyu | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; HenkBot/1.0)
WRTNBot | ai_crawler | Wrtn | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; WRTNBot/1.0)
ZanistaBot | ai_crawler | Zanista | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; ZanistaBot/1.0)
Channel3Bot | ai_crawler | Channel3 | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Channel3Bot/1.0)
TerraCotta | ai_crawler | Ceramic AI | https://ceramic.ai | 2026-11-22 | TerraCotta/1.0
Anomura | ai_crawler | Direqt | https://direqt.ai | 2026-11-22 | Mozilla/5.0 (compatible; Anomura/1.0)
Poggio-Citations | ai_assistant_fetch | Poggio | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Poggio-Citations/1.0)
TwinAgent | ai_assistant_fetch | Twin | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; TwinAgent/1.0)
QualifiedBot | ai_assistant_fetch | Qualified | https://www.qualified.com | 2026-11-22 | Mozilla/5.0 (compatible; QualifiedBot/1.0)
KlaviyoAIBot | ai_assistant_fetch | Klaviyo | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; KlaviyoAIBot/1.0)
bigsur.ai | ai_assistant_fetch | Big Sur AI | https://knownagents.com/agents | 2026-11-22 | bigsur.ai/1.0
YandexAdditional | ai_crawler | Yandex | https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html | 2026-11-22 | Mozilla/5.0 (compatible; YandexAdditional/3.0; +http://yandex.com/bots)
YandexAdditionalBot | ai_crawler | Yandex | https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html | 2026-11-22 | Mozilla/5.0 (compatible; YandexAdditionalBot/1.0)
CloudVertexBot | ai_crawler | Google | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; CloudVertexBot/1.0)
NotebookLM | ai_assistant_fetch | Google | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; NotebookLM/1.0)
Crawl4AI | ai_crawler | Crawl4AI | https://docs.crawl4ai.com | 2026-11-22 | Mozilla/5.0 (compatible; Crawl4AI/1.0)
Crawlspace | ai_crawler | Crawlspace | https://crawlspace.dev | 2026-11-22 | Mozilla/5.0 (compatible; Crawlspace/1.0)
ApifyBot | ai_crawler | Apify | https://docs.apify.com | 2026-11-22 | Mozilla/5.0 (compatible; ApifyBot/1.0)
ApifyWebsiteContentCrawler | ai_crawler | Apify | https://apify.com/apify/website-content-crawler | 2026-11-22 | Mozilla/5.0 (compatible; ApifyWebsiteContentCrawler/1.0)
Lightpanda | ai_assistant_fetch | Lightpanda | https://lightpanda.io | 2026-11-22 | Lightpanda/1.0
opencode | ai_assistant_fetch | OpenCode | https://opencode.ai | 2026-11-22 | opencode/1.0
Velen | ai_crawler | Hunter | https://velen.io | 2026-11-22 | Mozilla/5.0 (compatible; Velen/1.0)
Copilot-User | ai_assistant_fetch | Microsoft | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Copilot-User/1.0)
Aranet-SearchBot | ai_crawler | Aranet | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Aranet-SearchBot/1.0)
AddSearchBot | ai_crawler | AddSearch | https://www.addsearch.com/docs/indexing/addsearchbot/ | 2026-11-22 | Mozilla/5.0 (compatible; AddSearchBot/1.0)
Thinkbot | ai_crawler | Thinkbot | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Thinkbot/1.0)
Reflectionbot | ai_crawler | Reflection AI | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (compatible; Reflectionbot/1.0)
GitHubCopilotChat | ai_assistant_fetch | Microsoft | https://knownagents.com/agents | 2026-11-22 | GitHubCopilotChat/0.8.0
Google-Pinpoint | ai_assistant_fetch | Google | https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers | 2026-11-22 | Google-Pinpoint
ProRataInc | ai_crawler | ProRata | https://prorata.ai | 2026-11-22 | ProRataInc (The ProRata Fair Use Crawler; https://prorata.ai; support@prorata.ai)
webzio | ai_crawler | Webz.io | https://webz.io/bot.html | 2026-11-22 | webzio (+https://webz.io/bot.html)
aiHitBot | ai_crawler | aiHit | https://www.aihitdata.com/about | 2026-11-22 | Mozilla/5.0 (compatible; aiHitBot/2.9; +https://www.aihitdata.com/about)
FriendlyCrawler | ai_crawler | FriendlyCrawler | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/605.1.15 (KHTML, like Gecko; compatible; FriendlyCrawler/1.0) Chrome/120.0.6099.216 Safari/605.1.15
Bard-AI | ai_crawler | Google | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Bard-AI/1.0)
Gemini-AI | ai_crawler | Google | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Gemini-AI/1.0)
ChatGPT-Browser | ai_assistant_fetch | OpenAI | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-Browser/1.0; +https://openai.com/bot)
Anthropic-Claude | ai_crawler | Anthropic | https://knownagents.com/agents | 2026-11-22 | Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Anthropic-Claude/1.0)
`;
