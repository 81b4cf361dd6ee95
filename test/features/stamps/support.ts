import { afterAll } from "bun:test";
import { askAuthority } from "../../../service/features/stamps/ask-authority.ts";
import type { Trust } from "../../../service/features/stamps/check-token.ts";
import { StampFault } from "../../../service/features/stamps/stamp-fault.ts";
import { createAddressRanges } from "../../../service/floor/http/address-ranges.ts";
import { given } from "../../support/cast.ts";
import { createAuthority, serveAuthority, testPolicy } from "../../support/time-stamp-authority.ts";

export const statement = '{"agencyId":1,"contentHash":"00","number":1,"previousChainHash":null}';
export const rules = { allowCidrs: createAddressRanges(["127.0.0.1"]) };

/** An authority that this file's tests ask, with servers that answer in its place; what is in `closings` is closed at the end. */
export function authorityScene() {
  const authority = given(() => createAuthority());
  const closings: (() => unknown)[] = [];
  const trust = given(async (): Promise<Trust> => ({ roots: [authority.root], policies: [testPolicy] }));
  afterAll(async () => {
    for (const close of closings) await close();
    authority.remove();
  });

  async function served(answer: Parameters<typeof serveAuthority>[0]) {
    const server = await serveAuthority(answer);
    closings.push(() => server.stop());
    return server;
  }

  function ask(url: string, trusted: Trust = trust) {
    const signal = new AbortController().signal;
    return askAuthority({ url, authorization: null }, { statement, trust: trusted, rules, signal });
  }

  return { authority, closings, trust, served, ask };
}

export async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof StampFault) return error.code;
    throw error;
  }
  return "none";
}
