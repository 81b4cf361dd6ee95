import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type Authenticate, type Caller, hourlyLimitDefault } from "../../floor/http/caller.ts";
import type { IsToken } from "./is-token.ts";
import { type Assistant, findToken } from "./sql.ts";
import { readTokenText } from "./token-text.ts";

/** Who calls the agent endpoint: a key, or an assistant in the name of a person. */
export type AgentCaller = Caller & { assistant?: Assistant };

/**
 * Finds the caller of the agent endpoint: by a token of an assistant where the bearer credential looks like one, else by its key.
 * A token is asked for at each call, so that a person who is removed or limited is so at the next one.
 */
export function createAgentAuthenticate(
  { sql, isToken }: { sql: Sql; isToken: IsToken },
  authenticate: Authenticate,
): (headers: Headers) => Promise<AgentCaller> {
  return async (headers) => {
    const token = /^bearer +(svc_at_[^ ]+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    if (token === undefined) return await authenticate(headers);
    const at = readTokenText("at", token);
    if (at === null || headers.has("x-api-key")) throw invalidToken();
    if (!(await isToken(at))) throw invalidToken();
    const { agencyId, tokenHash } = at;
    const found = await findToken(sql, agencyId, { kind: "at", tokenHash });
    if (found === null || found.isOver) throw invalidToken();
    const { connectionId, personId, clientName, scopes, role, clientIds, plan } = found;
    return {
      ...{ agencyId, plan, keyId: connectionId, key: token },
      hourlyLimit: found.hourlyLimit ?? hourlyLimitDefault,
      assistant: { connectionId, personId, clientName, scopes, role, clientIds },
    };
  };
}

function invalidToken(): ServiceError {
  return new ServiceError(
    "unauthorized",
    "The token is over. Ask the person to connect the assistant again.",
  );
}
