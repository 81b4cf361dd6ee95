import { signConversion } from "../../../sdk/src/sign-conversion.ts";
import { conversionBody } from "../../support/conversion-call.ts";
import type { SeededChance } from "../../support/seeded-chance.ts";
import { type Outcome, openKeepAliveClient } from "./keep-alive-client.ts";
import type { LoadTarget } from "./start-load.ts";

/** What clients saw until the service let nobody in any more. */
export type Seen = {
  /** Events whose conversion was answered with 201. */
  acknowledged: Set<string>;
  /** Page views that were answered with 200. */
  pages: number;
  /** Answers by their status. */
  statuses: Record<string, number>;
  /** Requests that were sent and got no answer. */
  broken: string[];
  /** 503 without `Retry-After`. */
  withoutRetryAfter: number;
  clientsRefused: number;
};

const browser =
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\nAccept: text/html\r\nAccept-Language: de";
/** Half of the clients never pause; the others leave their connection idle for up to this long. */
const pauseMaxMs = 300;

/** Clients that send conversions and page views by turns over kept connections, each until its first refused connection. */
export function startKeepAliveLoad(
  target: LoadTarget & { clients: number; chance: SeededChance; withPages: boolean },
): { seen: Seen; ended: Promise<void> } {
  const seen: Seen = {
    acknowledged: new Set(),
    pages: 0,
    statuses: {},
    broken: [],
    withoutRetryAfter: 0,
    clientsRefused: 0,
  };
  const clients = Array.from({ length: target.clients }, (_, client) => run(client));
  return { seen, ended: Promise.all(clients).then(() => {}) };

  async function run(number: number): Promise<void> {
    const client = openKeepAliveClient(target.url);
    for (let turn = 0; ; turn += 1) {
      const isPage = target.withPages && turn % 2 === 1;
      const event = conversionBody(target.pressReleaseId);
      const outcome = await client.send(
        isPage ? pageRequest(target) : await conversionRequest(target, event),
      );
      if (outcome === "refused") break;
      note(isPage ? "page" : "conversion", outcome);
      if (typeof outcome === "object" && outcome.status === 201) seen.acknowledged.add(String(event.eventId));
      if (typeof outcome === "object" && outcome.status === 200 && isPage) seen.pages += 1;
      if (number % 2 === 1) await Bun.sleep(target.chance.between(0, pauseMaxMs));
    }
    seen.clientsRefused += 1;
    client.close();
  }

  function note(kind: string, outcome: Exclude<Outcome, "refused">): void {
    if (outcome === "broken") {
      seen.broken.push(kind);
      return;
    }
    const { status, headers } = outcome;
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
    if (status === 503 && !/^retry-after: \d+$/im.test(headers)) seen.withoutRetryAfter += 1;
  }
}

function pageRequest({ path }: LoadTarget): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${browser}\r\n\r\n`;
}

async function conversionRequest({ key }: LoadTarget, event: Record<string, unknown>): Promise<string> {
  const body = JSON.stringify(event);
  const { headers } = await signConversion({ apiKey: key, body });
  const lines = Object.entries({
    Host: "localhost",
    "X-API-Key": key,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/reporting/v1/conversions HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
