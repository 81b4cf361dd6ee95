import { askAuthority } from "../../../features/stamps/ask-authority.ts";
import { countWaiting } from "../../../features/stamps/sql.ts";
import type { StampSettings } from "../../../features/stamps/stamp-loops.ts";
import { createAddressRanges } from "../../../floor/http/address-ranges.ts";
import type { Config } from "../../../program/config.ts";
import { type Check, checkTimeoutMs, type OpenedDatabase, reasonOf, unwell, well } from "./check.ts";

const name = "time_stamps";
/** Nothing of anybody: the hash of it is all that an authority sees. */
const probe = '{"probe":"pr-service doctor"}';

/** Asks each authority for a stamp, and tells how many things wait for one. */
export async function checkStamps(config: Config, database: OpenedDatabase): Promise<Check> {
  const { stamps } = config;
  if (stamps === null || stamps.authorities.length === 0)
    return well(
      name,
      "Nobody stamps reports from outside: whoever has database and key could replace them. To have it done set TIMESTAMP_URLS and TIMESTAMP_CA_FILE.",
    );
  const answers = await Promise.all(
    stamps.authorities.map((authority) => ask(config, { stamps, authority })),
  );
  const faults = answers.filter((answer) => answer !== null);
  const waiting =
    database !== null && "sql" in database ? await countWaiting(database.sql).catch(() => null) : null;
  const rest = waiting === null ? "" : ` ${waiting} stamps are awaited.`;
  return faults.length === 0
    ? well(name, `All ${answers.length} time stamping authorities answer rightly.${rest}`)
    : unwell(
        name,
        `${faults.join(" ")} Correct TIMESTAMP_URLS, TIMESTAMP_CA_FILE or TIMESTAMP_POLICIES.${rest}`,
      );
}

async function ask(
  { webhookAllowCidrs }: Config,
  { stamps, authority }: { stamps: StampSettings; authority: StampSettings["authorities"][number] },
): Promise<string | null> {
  const rules = { allowCidrs: createAddressRanges(webhookAllowCidrs) };
  const signal = AbortSignal.timeout(checkTimeoutMs);
  try {
    await askAuthority(authority, { statement: probe, trust: stamps.trust, rules, signal });
    return null;
  } catch (error) {
    return `${new URL(authority.url).host} gives no stamp: ${reasonOf(error)}.`;
  }
}
