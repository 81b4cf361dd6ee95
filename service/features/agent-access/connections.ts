import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import { lockAgency } from "../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { isPermitted, type Member } from "../people/rights.ts";
import type { SignInMethod } from "../people/session-sql.ts";
import type { AgentRequest } from "./authorize.ts";
import { actionOfScope, codeSeconds, connectionsMax, type Scope, scopes } from "./rules.ts";
import { countConnections, endConnections, insertConnection, insertToken } from "./sql.ts";

export type Consent = {
  /** The same for each copy of one form. */
  id: string;
  personId: string;
  member: Member;
  method: SignInMethod["method"];
  request: AgentRequest;
  /** What the person ticked. */
  scopes: readonly Scope[];
  /** Null until somebody ends it. */
  days: number | null;
};

/**
 * What a person may grant at all, whatever the program asks for: some programs never ask for more than at first, and the person may
 * want them to publish.
 */
export function grantableScopes(member: Member): Scope[] {
  return scopes.filter((scope) => isPermitted(member, actionOfScope[scope]));
}

/**
 * Lets an assistant work in a person's name; the answer is the code for its program. Throws `validation_error` where nothing is
 * granted, where the person has too many of them, for a form that was sent before, and for a session that an owner's link opened: the
 * connection would outlive it.
 */
export async function allowAgent(
  sql: Sql,
  agencyId: number,
  consent: Consent,
  actor: AuditActor,
): Promise<{ code: string }> {
  const { id, personId, request, days, method } = consent;
  if (method === "invitation") throw notByHandedLink();
  const granted = grantableScopes(consent.member).filter((scope) => consent.scopes.includes(scope));
  if (granted.length === 0) throw nothingGranted();
  const { name, host, kind } = request.client;
  return await sql.begin(async (transaction) => {
    // Two at once are counted one after the other.
    await lockAgency(transaction, agencyId);
    if ((await countConnections(transaction, agencyId, personId)) >= connectionsMax) throw tooMany();
    const isNew = await insertConnection(transaction, agencyId, {
      ...{ id, personId, scopes: granted, method, days },
      clientHash: Buffer.from(request.clientHash, "base64"),
      ...{ clientKind: kind, clientName: name, clientHost: host },
    });
    if (!isNew) throw sentBefore();
    const { redirectUri, challenge: codeChallenge } = request;
    const seconds = codeSeconds;
    const token = { connectionId: id, kind: "code", seconds, redirectUri, codeChallenge } as const;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "agent.connected",
      subject: { type: "agent_connection", id },
      details: { name, host, scopes: granted, days },
    });
    return { code: await insertToken(transaction, agencyId, token) };
  });
}

/** Ends a connection at once; with `onlyPersonId` only one of this person. Throws `not_found`. */
export async function disconnectAgent(
  sql: Sql,
  agencyId: number,
  input: { connectionId: string; onlyPersonId: string | null },
  actor: AuditActor,
): Promise<{ clientName: string }> {
  return await sql.begin(async (transaction) => {
    const { connectionId, onlyPersonId } = input;
    const [ended] = await endConnections(transaction, agencyId, { ids: [connectionId], onlyPersonId });
    if (ended === undefined) throw new ServiceError("not_found", "There is no such connection.");
    await insertAudit(transaction, agencyId, {
      actor,
      action: "agent.disconnected",
      subject: { type: "agent_connection", id: input.connectionId },
      details: { name: ended.clientName },
    });
    return ended;
  });
}

const nothingGranted = () =>
  refusal("validation_error", {
    german: "Bitte erlauben Sie mindestens eines, oder lehnen Sie ab.",
    english: "Grant at least one scope that the person has.",
  });

const tooMany = () =>
  refusal("validation_error", {
    german: `Mehr als ${connectionsMax} Verbindungen sind nicht möglich. Trennen Sie zuerst eine unter Einstellungen → Agenten.`,
    english: `A person has at most ${connectionsMax} connections. Disconnect one first.`,
  });

const sentBefore = () =>
  refusal("validation_error", {
    german: "Diese Anfrage haben Sie schon beantwortet. Beginnen Sie im Assistenten noch einmal.",
    english: "This request was answered before. Begin anew in the assistant.",
  });

const notByHandedLink = () =>
  refusal("validation_error", {
    german:
      "Sie sind mit einem Link angemeldet, den ein Inhaber angelegt hat. Damit lassen sich keine Programme verbinden. Bitten Sie den Betreiber um einen eigenen Link.",
    english:
      "A session that an owner's link opened connects no program. The operator prints a link that does.",
  });
