import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "../../errors.ts";
import type { Caller } from "./caller.ts";

type Reply = { status: number; body: unknown } | Response;

type JsonBody<B extends TSchema> = {
  schema: B;
  /** One that is accepted, for the description. */
  example: unknown;
  bytesMax: number;
  /** Code of a body that is no JSON, and of one that does not fit the schema. */
  notJson: "invalid_json" | "invalid_body";
  notValid: "invalid_payload" | "invalid_body";
};

type OperationInput<P extends TObject, Q extends TObject, H extends TObject, B extends TSchema> = {
  caller: Caller;
  params: Static<P>;
  query: Static<Q>;
  headers: Static<H>;
  body: Static<B>;
  request: Request;
  requestId: string;
};

/** One documented operation of the Reporting API: what it takes, what it answers, and the verb behind it. */
export type Operation<P extends TObject, Q extends TObject, H extends TObject, B extends TSchema> = {
  operationId: string;
  method: "GET" | "POST" | "DELETE";
  path: `/${string}`;
  summary: string;
  description: string;
  tag: string;
  params?: P;
  query?: Q;
  /** Required headers by lower-case name, and the code of a request without them. */
  headers?: { schema: H; code: "idempotency_key_required" | "confirmation_required" };
  /** Headers that `verifyBody` reads, for the description. */
  documentedHeaders?: TObject;
  body?: JsonBody<B>;
  /** Runs on the raw bytes before they are parsed; throws to refuse. */
  verifyBody?: (input: { caller: Caller; bytes: Uint8Array; headers: Headers }) => void;
  responses: Record<number, ResponseDescription>;
  /** Codes that this operation can answer besides those that every keyed operation can. */
  errors: readonly ErrorCode[];
  /** For work that can't be cut into pieces; stays below the idle timeout of the server. Default: 3 s. */
  deadlineMs?: number;
  /** Its writes are joined with those of other calls, so that it needs no seat among calls that write. */
  isJoined?: boolean;
  handle: (input: OperationInput<P, Q, H, B>) => Promise<Reply>;
};

export type ResponseDescription = {
  description: string;
  schema?: TSchema;
  example?: unknown;
  /** Media types of a file answer, each with an example or, where the file is not text, null. */
  contentTypes?: Readonly<Record<string, unknown>>;
};
