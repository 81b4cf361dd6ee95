import { signatureAgentLines } from "../lists/signature-agents.ts";
import keyFile from "../lists/signature-keys.json" with { type: "json" };
import type { TrafficClass } from "../vocabulary.ts";
import { trafficClasses } from "../vocabulary.ts";
import type { ListedAgent } from "./ai-operators.ts";
import { signatureHeaderLengthMax } from "./signature-input.ts";
import { readSignatureKeys, type SignatureKeys } from "./verify-signature.ts";

/** An operator that signs its requests, and the host under which its keys are. */
export interface SignatureAgent extends ListedAgent {
  host: string;
  source: string;
  date: string;
}

let keys: SignatureKeys | undefined;
let agents: ReadonlyMap<string, SignatureAgent> | undefined;

/** The keys that the repository holds. */
export function knownSignatureKeys(): SignatureKeys {
  keys ??= readSignatureKeys(keyFile);
  return keys;
}

/** The agents that sign, by host. */
export function signatureAgents(): ReadonlyMap<string, SignatureAgent> {
  agents ??= new Map(
    signatureAgentLines
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(parseLine)
      .map((agent) => [agent.host, agent]),
  );
  return agents;
}

/**
 * The host that a `Signature-Agent` names: a string (`"https://chatgpt.com"`), or the first member of a dictionary
 * (`sig1="https://chatgpt.com"`), as the drafts have it. Null where it names no HTTPS address.
 */
export function signatureAgentHost(value: string | null): string | null {
  if (value === null || value.length > signatureHeaderLengthMax) return null;
  const [, address = ""] = /^\s*(?:[a-z*][\w.*-]{0,63}=)?"?(https:\/\/[^"\s;,]{1,512})"?/.exec(value) ?? [];
  return URL.canParse(address) ? new URL(address).host : null;
}

function parseLine(line: string): SignatureAgent {
  const [host, token, operator, named, source, date] = line.split("|").map((part) => part.trim());
  const found: TrafficClass | undefined = trafficClasses.find((each) => each === named);
  if (!host || !token || !operator || !source || !date || found === undefined)
    throw new TypeError(
      `List of signing agents: ${line.slice(0, 80)} lacks a field or has an unknown class.`,
    );
  return { host, token, operator, class: found, source, date };
}
