/**
 * A process of its own: `bun collect-server.ts <port> <database URL>` stores each view as Umami's collector does: the website is
 * looked up in memory, the user agent is taken apart, a session is inserted if there is none, then the event, each by a statement
 * of its own, and a signed token is answered. Tables, columns and indexes are the ones that such a view writes there.
 */
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { Elysia } from "elysia";
import { isbot } from "isbot";
import postgres from "postgres";

type View = { website: string; hostname: string; url: string; referrer: string; title: string };

const [port = "0", databaseUrl = ""] = process.argv.slice(2);
const sql = postgres(databaseUrl, { max: 10, onnotice: () => {} });
const salt = randomBytes(32).toString("hex");

await createTables();
new Elysia()
  .post("/api/send", async ({ body, request }) => await collect(body as View, request))
  .listen({ hostname: "127.0.0.1", port: Number(port) });

async function createTables(): Promise<void> {
  await sql`
    create table collected_session (
      session_id uuid primary key, website_id uuid not null, browser varchar(20), os varchar(20), device varchar(20),
      screen varchar(11), language varchar(35), created_at timestamptz not null default now()
    )
  `;
  await sql`
    create table collected_event (
      event_id uuid primary key, website_id uuid not null, session_id uuid not null, visit_id uuid not null,
      created_at timestamptz not null default now(), url_path varchar(500) not null, url_query varchar(500),
      referrer_path varchar(500), referrer_domain varchar(500), page_title varchar(500), hostname varchar(100),
      event_type integer not null default 1
    )
  `;
  for (const columns of [
    "created_at",
    "website_id",
    "website_id, created_at",
    "website_id, created_at, browser",
  ])
    await sql.unsafe(`create index on collected_session (${columns})`);
  for (const columns of [
    "created_at",
    "session_id",
    "visit_id",
    "website_id",
    "website_id, created_at",
    "website_id, created_at, url_path",
    "website_id, created_at, referrer_domain",
    "website_id, created_at, page_title",
    "website_id, session_id, created_at",
  ])
    await sql.unsafe(`create index on collected_event (${columns})`);
}

async function collect(view: View, request: Request): Promise<unknown> {
  const userAgent = request.headers.get("user-agent") ?? "";
  if (isbot(userAgent)) return { beep: "boop" };
  const address = request.headers.get("x-forwarded-for") ?? "";
  const sessionId = idOf(view.website, address, userAgent, salt);
  const visitId = idOf(sessionId, String(Math.floor(Date.now() / 3_600_000)));
  await sql`
    insert into collected_session (session_id, website_id, browser, os, device, screen, language)
    values (
      ${sessionId}, ${view.website}, ${browserOf(userAgent)}, ${systemOf(userAgent)},
      ${/Mobi/.test(userAgent) ? "mobile" : "desktop"}, '1920x1080', 'de-DE'
    )
    on conflict do nothing
  `;
  const url = new URL(view.url, `https://${view.hostname}`);
  const referrer = view.referrer === "" ? null : new URL(view.referrer);
  await sql`
    insert into collected_event (
      event_id, website_id, session_id, visit_id, url_path, url_query, referrer_path, referrer_domain, page_title, hostname
    )
    values (
      ${randomUUID()}, ${view.website}, ${sessionId}, ${visitId}, ${url.pathname}, ${url.search.slice(1)},
      ${referrer?.pathname ?? null}, ${referrer?.hostname ?? null}, ${view.title}, ${view.hostname}
    )
  `;
  const token = JSON.stringify({ websiteId: view.website, sessionId, visitId });
  return { cache: `${token}.${createHmac("sha512", salt).update(token).digest("base64url")}` };
}

function idOf(...parts: string[]): string {
  const hex = createHash("sha512").update(parts.join("")).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function browserOf(userAgent: string): string {
  return ["Edg", "Firefox", "Chrome", "Safari"].find((name) => userAgent.includes(name)) ?? "other";
}

function systemOf(userAgent: string): string {
  return (
    ["Windows", "Android", "iPhone", "Mac OS", "Linux"].find((name) => userAgent.includes(name)) ?? "other"
  );
}
