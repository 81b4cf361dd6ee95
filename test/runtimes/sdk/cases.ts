import { clientCases } from "./client-cases.ts";
import { type Context, type Outcome, runCases } from "./shim.ts";
import { signingCases } from "./signing-cases.ts";

/** What every runtime has to pass. */
export const allCases = [...signingCases, ...clientCases];

/** For the bundles: one call runs everything. */
export function runAllCases(context: Context): Promise<Outcome[]> {
  return runCases(allCases, context);
}
