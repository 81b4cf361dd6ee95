import { issueSignInLink } from "../../../people/sign-in.ts";
import type { DashboardDeps } from "../../deps.ts";

/** Sends a link to an address that works for an agency. Tells nobody whether it did. */
export async function requestLink(deps: DashboardDeps, email: string, _clientAddress: string): Promise<void> {
  await issueSignInLink(deps.sql, email);
}
