import type { PinnedRequestErrorKind } from "../../../floor/outbound/pinned-request-error.ts";

/** Why a feed was not read: the closed list that stands on a provider's row. */
export type FeedFaultCode =
  | PinnedRequestErrorKind
  | "http_status"
  | "encoded"
  | "not_a_feed"
  | "forbidden_xml"
  | "too_many_items";

/** A feed that brought nothing this time. The message holds no part of its URL, which may carry a token. */
export class FeedFault extends Error {
  readonly code: FeedFaultCode;

  constructor(code: FeedFaultCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "FeedFault";
    this.code = code;
  }
}
