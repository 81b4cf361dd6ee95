import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { LeaseLostError } from "../../../floor/queues/lease-lost-error.ts";
import { leasedLoop } from "../../../floor/queues/loops.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import type { Log } from "../../../log.ts";
import { addClipping, pageEntry } from "../clippings/add-clipping.ts";
import {
  addressQueue,
  type ClaimedAddress,
  deleteOldAddresses,
  findReadingRule,
  finishAddress,
  releaseAddress,
} from "./address-sql.ts";
import type { PageReaderDeps } from "./host-rules.ts";
import { readArticlePage } from "./read-article-page.ts";
import type { ReadPage } from "./schema.ts";

export type AddressLoopDeps = PageReaderDeps & { sql: Sql; log: Log };

export const addressLoopName = "clipping-addresses";
/** Pages read side by side, of all agencies: each takes up to 3 MB of memory, and its text twice as much. */
const readingsAtOnce = 4;
/** A page at which the process died twice is not tried again. */
const attemptsMax = 3;

/** The loops that read pages of media which people handed over, agency by agency, and forget old addresses. */
export function addressLoops(deps: AddressLoopDeps): Loop[] {
  return [
    leasedLoop<ClaimedAddress>({
      sql: deps.sql,
      table: addressQueue,
      name: addressLoopName,
      schedule: "*/5 * * * * *",
      lanesMax: readingsAtOnce,
      work: (address, signal) => readAddress(deps, address, signal),
    }),
    {
      name: "clipping-address-retention",
      schedule: "41 19 * * * *",
      run: () => deleteOldAddresses(deps.sql),
    },
  ];
}

async function readAddress(
  deps: AddressLoopDeps,
  address: ClaimedAddress,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = deps;
  const { agencyId, url, attempts } = address;
  if (attempts > attemptsMax) return void (await finishAddress(sql, address, { outcome: "timeout" }));
  const { rule, timeZone } = await findReadingRule(sql, agencyId, hostsOf(url));
  if (rule !== null) return void (await finishAddress(sql, address, { outcome: rule }));
  const page = await readArticlePage(deps, { agencyId, url, timeZone, signal });
  if (signal.aborted) return await releaseAddress(sql, address);
  deps.log.debug("page_read", { agencyId, addressId: address.id, outcome: page.outcome });
  if (page.outcome !== "read") await finishAddress(sql, address, { outcome: page.outcome });
  else await keep(sql, address, page);
}

/** The person who waits for one address alone looks at it first. Of several each becomes a clipping at once. */
async function keep(sql: Sql, address: ClaimedAddress, { fields }: ReadPage): Promise<void> {
  const { agencyId, id, batchId, clientId, releaseId, url, enteredBy } = address;
  const { headline, medium, publishedOn } = fields;
  const isWhole = headline !== null && medium !== null && publishedOn !== null;
  if (id === batchId || !isWhole)
    return void (await finishAddress(sql, address, { outcome: "read", fields }));
  try {
    await sql.begin(async (transaction) => {
      const { outcome, id: mentionId } = await addClipping(transaction, agencyId, {
        fields: {
          ...{ ...fields, clientId, releaseId, medium, headline, publishedOn, url, mediaType: "online" },
          ...{ place: null, note: null, reach: null, reachSource: null, matchType: "mention" },
        },
        entry: pageEntry(url),
        actor: { type: "service", id: null },
        enteredBy,
        // Nobody has said what it is: the comparison does, at whichever look the page can be read.
        matchTypeBy: null,
      });
      // Somebody has stopped the batch meanwhile: no clipping comes of it.
      if (!(await finishAddress(transaction, address, { outcome, mentionId }))) throw new LeaseLostError(id);
    });
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    // What the page says can't be stored as it is, such as a day in the future: a person looks at it.
    if (!(error instanceof ServiceError)) throw error;
    await finishAddress(sql, address, { outcome: "read", fields });
  }
}

/** `www.zeitung.de`, `zeitung.de`, `de`. */
function hostsOf(url: string): string[] {
  const labels = parseUrl(url)?.hostname.split(".") ?? [];
  return labels.map((_, at) => labels.slice(at).join("."));
}
