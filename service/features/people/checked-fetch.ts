import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { requestChecked } from "../../floor/outbound/request-checked.ts";

/** Metadata, key sets and tokens have a few kilobytes. */
const answerBytesMax = 256 * 1024;
/** A person waits for it. */
const timeoutMs = 5_000;
/** Statuses whose answers have no body (Fetch, "null body status"). */
const emptyStatuses = new Set([204, 205, 304]);

type FetchInit = { method?: string | undefined; headers?: HeadersInit | undefined; body?: unknown };

/** `fetch` for libraries that ask addresses which an agency chose: the target is checked first, and the answer is bounded. */
export function createCheckedFetch(rules: TargetRules): (url: string, init?: FetchInit) => Promise<Response> {
  return async (url, init = {}) => {
    const isPost = init.method?.toUpperCase() === "POST";
    const body = init.body === undefined || init.body === null ? undefined : Buffer.from(String(init.body));
    const answer = await requestChecked(url, {
      method: isPost ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      body,
      answerBytesMax,
      timeoutMs,
      rules,
    });
    const type = answer.headers["content-type"];
    return new Response(emptyStatuses.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { "content-type": type },
    });
  };
}
