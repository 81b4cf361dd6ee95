import type { Hit } from "../../service/features/measurement/hit.ts";
import { ensurePartitions } from "../../service/features/measurement/partitions.ts";
import { writeBatch } from "../../service/features/measurement/write-batch.ts";
import type { Sql } from "../../service/floor/db/open.ts";
import { interaction, pageView } from "../../test/features/measurement/sample-hits.ts";
import type { SeededChance } from "../../test/support/seeded-chance.ts";

const days = 7;
const viewsOfDay = 1_000;
/** Of ten views one is by a reader who was here before, and one by a machine; each third reader clicks. */
const returning = 0.1;
const machines = 0.1;
const clicking = 0.3;
const hitsOfBatch = 500;
const dayMs = 86_400_000;
const sources = [
  { source: "direct", domain: null, channel: "direct", isListed: true },
  { source: "google", domain: "google.de", channel: "search", isListed: true },
  { source: "faz.net", domain: "faz.net", channel: "media", isListed: true },
  { source: "verein.example", domain: "verein.example", channel: "referral", isListed: false },
] as const;

export type WrittenWeek = { hits: number; visitors: number };

/** A week of an agency's readers, up to yesterday, written in batches as the service writes them. */
export async function writeWeek(
  sql: Sql,
  agencyId: number,
  { releaseIds, chance }: { releaseIds: readonly number[]; chance: SeededChance },
): Promise<WrittenWeek> {
  const recorderId = crypto.randomUUID();
  let [hits, visitors, batchNumber] = [0, 0, 0];
  for (let back = days; back >= 1; back -= 1) {
    const day = new Date(Date.now() - back * dayMs).toISOString().slice(0, 10);
    await ensurePartitions(sql, [day]);
    const ofDay = hitsOfDay(agencyId, { day, releaseIds, chance });
    visitors += new Set(ofDay.map((hit) => `${hit.releaseId} ${hit.visitorId}`)).size;
    hits += ofDay.length;
    while (ofDay.length > 0) {
      batchNumber += 1;
      await writeBatch(sql, { recorderId, batchNumber, hits: ofDay.splice(0, hitsOfBatch) });
    }
  }
  return { hits, visitors };
}

function hitsOfDay(
  agencyId: number,
  { day, releaseIds, chance }: { day: string; releaseIds: readonly number[]; chance: SeededChance },
): Hit[] {
  const readers: Pick<Hit, "visitorId" | "addressId" | "releaseId">[] = [];
  return Array.from({ length: viewsOfDay }, (_, index) => {
    const isNew = readers.length === 0 || chance.between(0, 1) >= returning;
    const reader = isNew
      ? {
          visitorId: bigNumber(chance),
          addressId: bigNumber(chance).toString(),
          releaseId: pick(releaseIds, chance),
        }
      : pick(readers, chance);
    if (isNew) readers.push(reader);
    const common = {
      ...{ agencyId, ...reader, saltDay: day },
      // From 03:00 to 21:00 UTC, so that the day in Berlin is the same.
      occurredAt: new Date(Date.parse(day) + dayMs / 8 + (index / viewsOfDay) * 0.75 * dayMs),
      trafficClass: chance.between(0, 1) < machines ? ("search_engine" as const) : ("human" as const),
    };
    const source = { ...pick(sources, chance), path: null, utm: null, aiOperator: null };
    const target = { label: "Pressemappe", url: "https://example.org/mappe.pdf" };
    const view: Hit = pageView({ ...common, source });
    return chance.between(0, 1) < clicking ? [view, interaction({ ...common, target })] : [view];
  }).flat();
}

function pick<T>(list: readonly T[], chance: SeededChance): T {
  const picked = list[chance.whole(0, list.length - 1)];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
}

function bigNumber(chance: SeededChance): bigint {
  return BigInt.asIntN(
    64,
    (BigInt(chance.whole(0, 2 ** 32 - 1)) << 32n) | BigInt(chance.whole(0, 2 ** 32 - 1)),
  );
}
