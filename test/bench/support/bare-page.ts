/** A process of its own: `bun bare-page.ts <port> <file>` answers every newsroom page with one HTML text, and counts nothing. */
import { readFileSync } from "node:fs";
import { Elysia } from "elysia";

const [port = "0", file = ""] = process.argv.slice(2);
const { html, headers } = JSON.parse(readFileSync(file, "utf8")) as {
  html: string;
  headers: Record<string, string>;
};

new Elysia()
  .get("/newsroom/:clientSlug/:releaseSlug", () => new Response(html, { headers }))
  .listen({ hostname: "127.0.0.1", port: Number(port) });
