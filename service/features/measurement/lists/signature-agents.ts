/**
 * Who signs requests (Web Bot Auth), one a line: host that `Signature-Agent` names | token of the agent that it stands for | company |
 * class | where it is documented | day of the last look. Keys are in `signature-keys.json`, which `bun run lists` renews.
 */
export const signatureAgentLines = `
chatgpt.com | ChatGPT Agent | OpenAI | ai_assistant_fetch | https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting | 2026-11-22
agent.bot.goog | Google-Agent | Google | ai_assistant_fetch | https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent | 2026-11-22
web-bot-auth.cloudflare-browser-rendering-085.workers.dev | Cloudflare Browser Rendering | Cloudflare | other_bot | https://developers.cloudflare.com/browser-rendering/reference/automatic-request-headers/ | 2026-11-22
`;
