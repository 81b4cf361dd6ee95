import { expect, test } from "bun:test";
import { readClientId } from "../../service/features/agent-access/client-id.ts";
import { createSecretCipher } from "../../service/floor/secrets/secret-cipher.ts";
import { postMessage, rpc } from "../edges/mcp/support/post-message.ts";
import { ask, redirectUri } from "../features/agent-access/support/connect.ts";
import { serviceScene } from "../support/cast.ts";
import { faultRounds, reportFault } from "./support/fault-rounds.ts";

const secretKey = "07".repeat(32);
const { service, stranger } = serviceScene("server", {
  SECRET_KEY: secretKey,
  TRUSTED_PROXIES: "127.0.0.1",
});
const { isShort, timeoutMs } = faultRounds(1, 1);
const registrations = isShort ? 2_000 : 100_000;
const atOnce = 32;
const asksEach = 20;

test(
  "registrations from changing addresses leave no row, and another agency is answered meanwhile",
  async () => {
    const before = await rowsOfAll();
    const alone = await neighbourFor(() => false, 200);
    const startBytes = process.memoryUsage().rss;
    const ids: string[] = [];
    let done = 0;
    let begun = 0;
    let peakBytes = startBytes;
    const startedAtMs = performance.now();
    const flood = Array.from({ length: atOnce }, async () => {
      for (let number = begun++; number < registrations; number = begun++) {
        const answer = await fetch(`${service.url}/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-forwarded-for": addressOf(number) },
          body: JSON.stringify({ client_name: `Programm ${number}`, redirect_uris: [redirectUri] }),
        });
        const { client_id: id } = (await answer.json()) as { client_id: string };
        if (
          answer.status !== 201 ||
          readClientId(createSecretCipher(Buffer.from(secretKey, "hex")), id) === null
        )
          throw new Error(`Registration ${number} answered ${answer.status}.`);
        if (number % asksEach === 0) {
          const asked = await ask(service, { client_id: id });
          if (asked.status !== 302) throw new Error(`Its request answered ${asked.status}.`);
          if (ids.length < 5) ids.push(id);
        }
        done += 1;
        if (number % 1_000 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
      }
    });
    const whole = Promise.all(flood);
    const beside = await neighbourFor(() => done < registrations, 200);
    await whole;
    const seconds = (performance.now() - startedAtMs) / 1000;
    expect(done).toBe(registrations);
    expect(await rowsOfAll()).toEqual(before);
    expect(new Set(ids).size).toBe(5);
    reportFault("registrations from changing addresses", {
      ...{ registrations, asked: Math.ceil(registrations / asksEach), seconds: Math.round(seconds) },
      ...{ rows: 0, memoryBefore: mebibytes(startBytes), memoryMax: mebibytes(peakBytes) },
      ...{ neighbourBefore: alone, neighbourDuring: beside },
    });
  },
  timeoutMs,
);

/** 203.0.x.y and on: a network of its own for each. */
function addressOf(number: number): string {
  return `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.7`;
}

/** The times of another agency's calls, one after another: `callsMin` at least, and on while `goesOn`. */
async function neighbourFor(goesOn: () => boolean, callsMin: number): Promise<string> {
  const times: number[] = [];
  while (times.length < callsMin || goesOn()) {
    const startedAtMs = performance.now();
    const answer = await postMessage(service.url, stranger.key, rpc("tools/list"));
    await answer.text();
    expect(answer.status).toBe(200);
    times.push(performance.now() - startedAtMs);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/** Rows of all tables but those that loops and visits fill by themselves. */
async function rowsOfAll(): Promise<Record<string, number>> {
  const tables = await service.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^(agency_work|backfill|day_salt|hit.*|.*_state|.*_\\d{8})$'`;
  const text = tables.map(({ name }) => `select '${name}' as name, count(*)::integer as rows from "${name}"`);
  const counted = await service.sql.unsafe<{ name: string; rows: number }[]>(text.join(" union all "));
  return Object.fromEntries(counted.map(({ name, rows }) => [name, rows]));
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
