import { createHash, randomBytes } from "node:crypto";
import { fromBER, Integer, OctetString, Sequence } from "asn1js";
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp } from "pkijs";
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
const grantedMax = 1;
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
export function tokenOf(body: Uint8Array): Uint8Array {
  try {
    const { result } = fromBER(Uint8Array.from(body).buffer);
    const { status } = new TimeStampResp({ schema: result }).status;
    if (status > grantedMax) throw new StampFault("refused", `the authority refuses with status ${status}`);
    const token = result instanceof Sequence ? result.valueBlock.value[1] : undefined;
    if (token === undefined) throw new Error("no token");
    return Uint8Array.from(token.valueBeforeDecodeView);
  } catch (error) {
    if (error instanceof StampFault) throw error;
    throw new StampFault("unreadable", "the answer can't be read", { cause: error });
  }
}
