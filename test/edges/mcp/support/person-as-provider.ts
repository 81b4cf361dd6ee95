import { allow, goesOnTo, pathOf } from "../../../features/agent-access/support/connect.ts";
import type { DashboardUser } from "../../dashboard/support.ts";

export const callback = "http://127.0.0.1:43210/callback";

type Kept = { client?: unknown; tokens?: unknown; verifier: string; discovery?: unknown };

/**
 * What an official client asks of its host: to keep what it is given, and to send the person's browser somewhere. The browser is the
 * person of the test, who allows what is asked for; `answered` is where it was sent back to.
 */
export function personAsProvider(person: Pick<DashboardUser, "post">, scopes: readonly string[]) {
  const kept: Kept = { verifier: "" };
  const answered: URL[] = [];
  const provider = {
    redirectUrl: callback,
    clientMetadata: { client_name: "Claude", redirect_uris: [callback], token_endpoint_auth_method: "none" },
    state: () => "state-of-the-client",
    clientInformation: () => kept.client as never,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state: unknown) => {
      kept.discovery = state;
    },
    discoveryState: () => kept.discovery as never,
    async redirectToAuthorization(url: URL): Promise<void> {
      const asked = await fetch(url, { redirect: "manual" });
      const wanted = url.searchParams.get("scope")?.split(" ") ?? scopes;
      answered.push(goesOnTo(await allow(person, pathOf(asked), { scopes: wanted })));
      asks.push(wanted.join(" "));
    },
  };
  const asks: string[] = [];
  return { provider, answered, asks };
}
