import { createAddressRanges } from "../../../service/floor/http/address-ranges.ts";
import { PinnedRequestError } from "../../../service/floor/outbound/pinned-request-error.ts";
import { type PinnedPost, postPinned } from "../../../service/floor/outbound/post-pinned.ts";
import type { PinnedAnswer } from "../../../service/floor/outbound/request-pinned.ts";
import type { Receiver } from "./receivers.ts";

/** Lets loopback through, and finds every name there. */
export const rules = {
  allowCidrs: createAddressRanges(["127.0.0.0/8"]),
  resolve: async () => [{ address: "127.0.0.1" }],
};
export const body = new TextEncoder().encode('{"a":"ä"}');

/** Posts a small body to a receiver, under the name hooks.example. */
export function post(
  receiver: Pick<Receiver, "port">,
  more: Partial<PinnedPost> = {},
): Promise<PinnedAnswer> {
  const url = `http://hooks.example:${receiver.port}/in?a=b`;
  return postPinned(url, { headers: { "Webhook-Id": "msg_1" }, body, rules, timeoutMs: 20_000, ...more });
}

/** Waits for a request to fail, and throws when it does not. */
export async function failure(request: Promise<PinnedAnswer>): Promise<PinnedRequestError> {
  const outcome = await request.catch((error: unknown) => error);
  if (outcome instanceof PinnedRequestError) return outcome;
  throw new Error("the request did not fail as it should", { cause: outcome });
}
