import { hashToken } from "../../floor/secret-links/random-token.ts";
import { integerMax } from "../../schema.ts";

/** A code, an access token, a refresh token. */
export type TokenKind = "code" | "at" | "rt";

const shape = /^svc_(code|at|rt)_([1-9]\d{0,9})_([\w-]{43})$/;

/**
 * `svc_at_<agency>_<32 random bytes>`: recognisable to secret scanners, and looked up among its agency's alone. Whoever changes the
 * agency in it finds nothing there.
 */
export function tokenText(kind: TokenKind, agencyId: number, token: string): string {
  return `svc_${kind}_${agencyId}_${token}`;
}

/** Where to look a token of this kind up; null for a text that can't be one. */
export function readTokenText(
  kind: TokenKind,
  text: string,
): { agencyId: number; tokenHash: Uint8Array } | null {
  const [, saidKind, agency, token = ""] = shape.exec(text) ?? [];
  const tokenHash = hashToken(token);
  const agencyId = Number(agency);
  return saidKind === kind && tokenHash !== null && agencyId <= integerMax ? { agencyId, tokenHash } : null;
}
