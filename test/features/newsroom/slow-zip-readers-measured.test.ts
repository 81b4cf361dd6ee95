import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { encode } from "fast-png";
import { archivesPerAgencyMax } from "../../../service/features/newsroom/pictures-zip.ts";
import { noDetails } from "../../../service/features/workflow/drafts/release-details.ts";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { createMigratedDatabase, createTestAgency } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";
import { add, createMediaClient, openTestMedia } from "../media/support/media.ts";

/** Far more than the buffers of a connection take. */
const width = 3_000;
const noiseBytes = width * width * 3;
/** A connection on loopback takes 5 MB, which are garbage for a while. The whole archive has 27 MB. */
const growthPerReaderMax = 6 * 1024 * 1024;

let service: ServiceProcess;
let loud: string;
let quiet: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  const media = openTestMedia(database.sql);
  // Noise, which no format makes smaller.
  const bytes = encode({ width, height: width, channels: 3, data: randomBytes(noiseBytes) });
  const publish = async () => {
    const { agencyId } = await createTestAgency(database.sql);
    const clientId = await createMediaClient(database.sql, agencyId);
    const { assetId } = await add(media, agencyId, { clientId, bytes });
    const release = await publishAtOnce(database.sql, clientId, {
      ...{ title: "Neues Werk", bodyMarkdown: "Text", slugs: ["werk"], publishedAt: null },
      details: { ...noDetails, imageAssetId: assetId },
    });
    return `/newsroom/${release.clientSlug}/${release.slug}/bilder.zip`;
  };
  [loud, quiet] = [await publish(), await publish()];
  await media.close();
  await database.close();
  service = await startServiceProcess({ DATABASE_URL: databaseUrl, LOG_LEVEL: "warn" });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.process.end("SIGKILL");
});

test("readers who take nothing of one agency's archives hold up no other agency's, and cost little memory", async () => {
  const whole = await bytesOf(quiet);
  expect(whole).toBeGreaterThan(noiseBytes);
  const bytesBefore = await residentBytes();
  await Promise.all(Array.from({ length: archivesPerAgencyMax }, () => beginReading(loud)));
  const oneMore = fetch(`${service.url}${loud}`);
  expect(await bytesOf(quiet)).toBe(whole);
  const refused = await oneMore;
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
  const growth = (await residentBytes()) - bytesBefore;
  expect(growth).toBeLessThan(archivesPerAgencyMax * growthPerReaderMax);
  const waiting = bytesOf(loud);
  sockets.shift()?.destroy();
  expect(await waiting).toBe(whole);
});

async function bytesOf(path: string): Promise<number> {
  const answer = await fetch(`${service.url}${path}`);
  expect(answer.status).toBe(200);
  return (await answer.bytes()).length;
}

/** Asks, and reads the first bytes alone. */
function beginReading(path: string): Promise<void> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    );
    socket.once("data", (bytes) => {
      socket.pause();
      if (bytes.toString("latin1").startsWith("HTTP/1.1 200")) resolve();
      else reject(new Error(bytes.toString("latin1").slice(0, 200)));
    });
    socket.once("error", reject);
    sockets.push(socket);
  });
}

async function residentBytes(): Promise<number> {
  const status = await Bun.file(`/proc/${service.process.pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
