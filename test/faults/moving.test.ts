import { expect, test } from "bun:test";
import { request as httpRequest } from "node:http";
import { fileURLToPath } from "node:url";
import { beginMove, moveOf, runMove } from "../../service/features/moving/moves.ts";
import { addDomain } from "../../service/features/newsroom/domains/change-domains.ts";
import { createMediaClient, operator } from "../features/media/support/media.ts";
import { pictureOf, wordPressExport, zipOf } from "../features/moving/support/old-newsroom.ts";
import { handOver, oldHost, openMoving } from "../features/moving/support/open-moving.ts";
import { databaseScene, given } from "../support/cast.ts";
import { createTestAgency, startTestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { faultRounds } from "./support/fault-rounds.ts";

const { rounds, isShort, chance, timeoutMs } = faultRounds(1, 3);
const killsCount = isShort ? 2 : 5;
/** They are shared by the texts: each comes once. */
const picturesCount = 40;
const by = { actor: operator };
const { address, sql, atEnd } = databaseScene();
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

const titleOf = (n: number) => `Meldung ${n} über „Größe“ & <Maß>`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const dayOf = (n: number) => `2019-${pad(1 + (n % 12))}-${pad(1 + (n % 28))} 08:${pad(n % 60)}:00`;
const pad = (n: number) => String(n).padStart(2, "0");
const htmlOf = (n: number) =>
  `<h2>Zahl ${n}</h2><p>Text <b>${n}</b>: 5 &lt; 6.</p><ul><li>eins</li><li>${n}</li></ul>`;
const markdownOf = (n: number) => `## Zahl ${n}\n\nText **${n}**: 5 \\< 6.\n\n- eins\n- ${n}`;

type Source = {
  name: string;
  textsCount: number;
  /** How many pictures the texts share. */
  pictures: number;
  begin: (input: { agencyId: number; clientId: number; host: string; textsCount: number }) => Promise<string>;
  /** Where a text was, below its host. */
  oldPath: (n: number) => string;
};

const sources: Source[] = [
  {
    name: "a WordPress export",
    textsCount: isShort ? 60 : 300,
    pictures: picturesCount,
    begin({ agencyId, clientId, host, textsCount }) {
      const picture = (n: number) =>
        `${moving.site}/wp-content/uploads/${clientId}/bild-${n % picturesCount}.png`;
      const content = wordPressExport(`https://${host}`, {
        posts: Array.from({ length: textsCount }, (_, n) => ({
          ...{ id: n + 1, title: escaped(titleOf(n)), slug: `meldung-${n}`, date: dayOf(n) },
          html: `${htmlOf(n)}<figure><img src="${picture(n)}" alt="Bild"><figcaption>Foto: Anna</figcaption></figure>`,
        })),
      });
      return handOver(moving, agencyId, { clientId, content });
    },
    oldPath: (n) => `/${dayOf(n).slice(0, 4)}/${dayOf(n).slice(5, 7)}/meldung-${n}/`,
  },
  {
    name: "a feed",
    textsCount: isShort ? 20 : 100,
    pictures: 0,
    begin({ agencyId, clientId, host, textsCount }) {
      const items = Array.from(
        { length: textsCount },
        (_, n) =>
          `<item><title>${escaped(escaped(titleOf(n)))}</title><link>https://${host}/m/${n}.html</link><pubDate>${dayOf(n).replace(" ", "T")}Z</pubDate><description>${escaped(htmlOf(n))}</description></item>`,
      );
      moving.feeds.set(new URL(moving.site).host, `<rss><channel>${items.join("")}</channel></rss>`);
      return beginMove(sql, agencyId, { clientId, site: oldHost, feedUrl: `${moving.site}/feed/` }, by);
    },
    oldPath: (n) => `/m/${n}.html`,
  },
  {
    name: "a table with an archive of pictures",
    textsCount: isShort ? 20 : 100,
    pictures: 10,
    begin({ agencyId, clientId, host, textsCount }) {
      const rows = Array.from(
        { length: textsCount },
        (_, n) =>
          `"${titleOf(n)}";${dayOf(n).replace(" ", "T")}Z;"${htmlOf(n)}<img src=""x"">";https://${host}/pm.php?nr=${n};b${n % 10}.png;Anna;Bild\n`,
      );
      const pictures = Array.from({ length: 10 }, (_, n) => [`bilder/b${n}.png`, pictureOf(1_000 + n)]);
      const table = `Titel;Datum;Text;Adresse;Bilder;Bildnachweis;Bildbeschreibung\n${rows.join("")}`;
      const content = zipOf({ "meldungen.csv": table, ...Object.fromEntries(pictures) });
      return handOver(moving, agencyId, { clientId, content, fileName: "umzug.zip" });
    },
    oldPath: (n) => `/pm.php?nr=${n}`,
  },
];

for (const source of sources) {
  test(
    `${source.name} whose move is killed again and again, in the dry run too, comes with each text and picture once, and old addresses lead on`,
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { agencyId } = await createTestAgency(sql);
        const clientId = await createMediaClient(sql, agencyId);
        const host = `presse-${clientId}.alt.example`;
        const { textsCount } = source;
        const moveId = await source.begin({ agencyId, clientId, host, textsCount });
        // In the dry run, at whatever it is doing.
        await killAfter(agencyId, moveId, () => Bun.sleep(chance.between(200, 900)));
        expect(await startChild(agencyId).exited).toBe(0);
        expect(await moveOf(sql, agencyId, moveId)).toMatchObject({
          state: "checked",
          ready: textsCount,
          left: 0,
        });
        await runMove(sql, agencyId, moveId, by);
        const taken = async () => (await moveOf(sql, agencyId, moveId)).taken;
        for (let kill = 1; kill <= killsCount; kill += 1) {
          const wanted = ((kill - chance.between(0, 1)) / (killsCount + 1)) * textsCount;
          await killAfter(agencyId, moveId, () => until(async () => (await taken()) >= wanted));
        }
        expect(await startChild(agencyId).exited).toBe(0);
        expect(await moveOf(sql, agencyId, moveId)).toMatchObject({
          state: "done",
          taken: textsCount,
          left: 0,
        });
        await compare(agencyId, clientId, source);
        await askOldAddresses(agencyId, { clientId, host, source });
      }
    },
    timeoutMs,
  );
}

/** Kills a process that works on the agency's moves by signal 9 at that moment. */
async function killAfter(agencyId: number, moveId: string, moment: () => Promise<unknown>): Promise<void> {
  const child = startChild(agencyId);
  await moment();
  child.kill("SIGKILL");
  await child.exited;
  // Nobody waits for the end of a lease here.
  await sql`update newsroom_move set due_at = now() - interval '1 second' where id = ${moveId} and due_at is not null`;
}

function startChild(agencyId: number) {
  const script = fileURLToPath(new URL("../features/moving/support/move-child.ts", import.meta.url));
  return Bun.spawn([process.execPath, script, address.databaseUrl, String(agencyId)], { stdout: "ignore" });
}

/** Text by text, with day and picture. */
async function compare(agencyId: number, clientId: number, { textsCount, pictures }: Source): Promise<void> {
  const releases = await sql<{ title: string; body: string; publishedAt: Date; lead: string | null }[]>`
    select title, body_markdown as body, published_at as "publishedAt", image_asset_id as lead
    from release
    where agency_id = ${agencyId} and client_id = ${clientId}`;
  const texts = new Map(releases.map((release) => [release.title, release]));
  expect([releases.length, texts.size]).toEqual([textsCount, textsCount]);
  for (let n = 0; n < textsCount; n += 1) {
    const { body = "", publishedAt, lead } = texts.get(titleOf(n)) ?? {};
    const [text, picture] = body.split("\n\n![");
    expect(text).toBe(markdownOf(n));
    expect(publishedAt?.toISOString()).toBe(`${dayOf(n).replace(" ", "T")}.000Z`);
    expect(Boolean(lead) || /^Bild\]\(\/media\/[^)]+\)$/.test(picture ?? "")).toBe(pictures > 0);
  }
  const [assets] = await sql`select count(*)::integer as count from asset where client_id = ${clientId}`;
  expect(assets?.count).toBe(pictures);
}

async function askOldAddresses(
  agencyId: number,
  { clientId, host, source }: { clientId: number; host: string; source: Source },
): Promise<void> {
  await addDomain(sql, agencyId, { clientId, host }, { actor: operator, serviceHosts: [] });
  await sql`update newsroom_domain set proven_at = clock_timestamp(), proven_by = 'dns' where host = ${host}`;
  await sql`
    insert into public_address (kind, address, agency_id, client_id) values ('domain', ${host}, ${agencyId}, ${clientId})`;
  const slugs = await sql<{ title: string; slug: string }[]>`
    select title, slug from release where agency_id = ${agencyId} and client_id = ${clientId}`;
  const slugOf = new Map(slugs.map(({ title, slug }) => [title, slug]));
  const { databaseUrl } = address;
  const publicUrl = "https://presse.dienst.example";
  const service = await startTestService("server", {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
  });
  try {
    for (let n = 0; n < source.textsCount; n += 7) {
      const answer = await ask(service.url, { host, path: source.oldPath(n) });
      expect(answer).toEqual([301, `https://${host}/${slugOf.get(titleOf(n))}`]);
    }
    expect(await ask(service.url, { host, path: "/nichts.html" })).toEqual([404, undefined]);
  } finally {
    await service.stop();
  }
}

function ask(
  url: string,
  { host, path }: { host: string; path: string },
): Promise<[number, string | undefined]> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve([answer.statusCode ?? 0, answer.headers.location]);
    })
      .on("error", reject)
      .end();
  });
}
