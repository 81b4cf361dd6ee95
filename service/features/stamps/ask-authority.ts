import { createHash, randomBytes } from "node:crypto";
import { fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from "asn1js";
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from "pkijs";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { PinnedRequestError } from "../../floor/outbound/pinned-request-error.ts";
import { requestChecked } from "../../floor/outbound/request-checked.ts";
import { checkToken, hexOf, type StampFacts, type Trust, tokenBytesMax } from "./check-token.ts";
import { StampFault } from "./stamp-fault.ts";

export type Authority = {
  url: string;
  /** `Authorization`, where it asks for one. */
  authorization: string | null;
};

/** Authorities answer in half a second; one that takes longer is passed over for the next. */
const answerTimeoutMs = 10_000;
/** The status around a token. */
const statusBytesMax = 4 * 1024;
/** A clock that is further off than this would date a stamp wrongly. */
const clockDifferenceMaxMs = 5 * 60 * 1000;
/** RFC 3161, 2.4.2: granted, and granted with changes, which the checks then see. */
const granting = new Set(["0", "1"]);
const nonceBytes = 16;

/**
 * Has an authority stamp the SHA-256 of a text, and checks its answer before anybody relies on it. Returns the token's DER and what it
 * says; throws a StampFault.
 */
export async function askAuthority(
  authority: Authority,
  input: { statement: string; trust: Trust; rules: TargetRules; signal: AbortSignal },
): Promise<{ token: Uint8Array; facts: StampFacts }> {
  const { statement, trust } = input;
  const nonce = randomBytes(nonceBytes);
  // Positive and without a zero in front: its DER is then the same bytes everywhere.
  nonce.writeUInt8((nonce.readUInt8(0) & 0x7f) | 0x40, 0);
  const token = tokenOf(await post(authority, requestOf(statement, nonce), input));
  const facts = await checkToken(token, { statement, trust });
  if (facts.nonce !== hexOf(nonce)) throw new StampFault("other_request", "the answer is to another request");
  if (Math.abs(facts.stampedAt.getTime() - Date.now()) > clockDifferenceMaxMs)
    throw new StampFault("wrong_time", `its time is ${facts.stampedAt.toISOString()}`);
  return { token, facts };
}

function requestOf(statement: string, nonce: Uint8Array): Uint8Array {
  const imprint = createHash("sha256").update(statement, "utf8").digest();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: "2.16.840.1.101.3.4.2.1" }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(imprint).buffer }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

async function post(
  { url, authorization }: Authority,
  body: Uint8Array,
  { rules, signal }: { rules: TargetRules; signal: AbortSignal },
): Promise<Uint8Array> {
  const answer = await requestChecked(url, {
    method: "POST",
    headers: {
      "content-type": "application/timestamp-query",
      accept: "application/timestamp-reply",
      ...(authorization === null ? {} : { authorization }),
    },
    body,
    answerBytesMax: tokenBytesMax + statusBytesMax,
    timeoutMs: answerTimeoutMs,
    rules,
    signal,
  }).catch((error: unknown) => {
    if (!(error instanceof PinnedRequestError)) throw error;
    throw new StampFault("unreachable", `${error.kind}: ${error.message}`, { cause: error });
  });
  if (answer.status < 200 || answer.status >= 300)
    throw new StampFault("unreachable", `the authority answers with HTTP ${answer.status}`);
  return answer.body;
}

/** The token as it came, byte for byte, out of a granting answer. */
function tokenOf(body: Uint8Array): Uint8Array {
  const [info, token] = membersOf(body);
  const [status] = info instanceof Sequence ? info.valueBlock.value : [];
  if (!(status instanceof Integer)) throw unreadable();
  // As a text: a long integer that is no number would be read as 0.
  const code = status.valueBlock.toString();
  if (!granting.has(code))
    throw new StampFault("refused", `the authority refuses with status ${code.slice(0, 20)}`);
  if (!(token instanceof Sequence)) throw unreadable();
  return Uint8Array.from(token.valueBeforeDecodeView);
}

/** The token in a file that somebody kept: the token itself, or the answer that it came in. Throws a StampFault. */
export function tokenOfFile(bytes: Uint8Array): Uint8Array {
  const [first] = membersOf(bytes);
  return first instanceof ObjectIdentifier ? bytes : tokenOf(bytes);
}

function membersOf(bytes: Uint8Array): unknown[] {
  try {
    const { result } = fromBER(Uint8Array.from(bytes).buffer);
    if (result instanceof Sequence) return result.valueBlock.value;
  } catch (error) {
    throw unreadable(error);
  }
  throw unreadable();
}

function unreadable(cause?: unknown): StampFault {
  return new StampFault("unreadable", "the answer can't be read", { cause });
}
