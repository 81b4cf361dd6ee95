import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { settleWithin } from "../concurrency/within-deadline.ts";
import type { AddressRanges } from "../http/address-ranges.ts";
import { hostCharactersMax } from "../strings/host-name.ts";
import { parseUrl } from "../strings/parse-url.ts";
import { isPublicTarget } from "./is-public-target.ts";
import { UnsafeTargetError } from "./unsafe-target-error.ts";

/** Looks a host name up and returns every address it has, in the order to prefer. */
export type ResolveHost = (hostName: string) => Promise<ReadonlyArray<{ address: string }>>;

/** A target that passed the guard: connect to `address` and nowhere else; the URL gives the name for TLS and Host. */
export type CheckedTarget = { url: URL; address: string; family: 4 | 6 };

export type TargetRules = {
  /** Ranges let through although they are not public, for development; to them plain `http:` and any port too. */
  allowCidrs?: AddressRanges | undefined;
  /** Takes the place of the system's resolver, which may hold a thread for as long as a name server is silent. */
  resolve?: ResolveHost | undefined;
  /** Time for the look-up, in milliseconds. */
  dnsTimeoutMs?: number;
};

/** A name server that has not answered by then rarely does, and the whole delivery has 15 s. */
const dnsTimeoutMsDefault = 2_000;

/** A DNS message of 64 KB holds about 4,000 addresses; real hosts have a few dozen at most. */
const addressesMax = 256;

/** Registered for TLS and for unprivileged services; in between are mail, SSH, SMB and others not to be poked. */
const httpsPort = 443;
const portMin = 1_024;
const portMax = 65_535;

/** Characters of a target: what the contract allows an endpoint to have. */
const targetUrlCharsMax = 2_000;

/** One label of a host name; the underscore is no letter of a host name, but is in use. */
const labelShape = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Checks that a URL is one the service may connect to, looks its host up once, and picks the address to connect to.
 * Every address of the host has to be public, because an attacker may mix public and private ones.
 * The address is the first of the answer: the system's resolver puts the reachable ones first (RFC 6724).
 * Throws an UnsafeTargetError; nothing is sent to the target, and no name is looked up when the URL alone refuses it.
 */
export async function checkTarget(target: string, rules: TargetRules = {}): Promise<CheckedTarget> {
  const { allowCidrs } = rules;
  const isAllowed = (address: string) => allowCidrs?.has(address) === true;
  const isAnyAllowed = allowCidrs !== undefined && allowCidrs.size > 0;
  const url = parseTargetUrl(target);
  // Without ranges to let through, these two need no look-up, so that a refusal can't be used to make one.
  if (!isAnyAllowed) refuseSchemeOrPort(url);
  const hostName = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isLocalName = /(?:^|\.)localhost$/.test(hostName);
  if (isLocalName && !isAnyAllowed) {
    throw new UnsafeTargetError("private_address", "the host is a name of this machine (RFC 6761)");
  }

  const addresses = isIP(hostName) === 0 ? await resolveOnce(hostName, rules) : [hostName];
  const areAllowed = addresses.every(isAllowed);
  if (!areAllowed) {
    refuseSchemeOrPort(url);
    // A local name is let through by a named range only, whatever public address a resolver gives it.
    const isRefused = (address: string) => !isAllowed(address) && (isLocalName || !isPublicTarget(address));
    if (addresses.some(isRefused)) {
      throw new UnsafeTargetError("private_address", "the host has an address that is not public");
    }
  }
  const [address] = addresses;
  const family = isIP(address ?? "");
  if (address === undefined || (family !== 4 && family !== 6)) throw notResolvable("the host has no address");
  return { url, address, family };
}

function refuseSchemeOrPort(url: URL): void {
  if (url.protocol !== "https:")
    throw new UnsafeTargetError("not_https", "the target has to be an https: URL");
  const port = url.port === "" ? httpsPort : Number(url.port);
  if (port !== httpsPort && (port < portMin || port > portMax)) {
    throw new UnsafeTargetError("port", `the port has to be ${httpsPort} or ${portMin} to ${portMax}`);
  }
}

async function resolveOnce(hostName: string, rules: TargetRules): Promise<string[]> {
  const resolve = rules.resolve ?? lookupAll;
  const timeoutMs = rules.dnsTimeoutMs ?? dnsTimeoutMsDefault;
  try {
    const late = () => notResolvable(`no answer to the look-up in ${timeoutMs} ms`);
    const answers = await settleWithin(resolve(hostName), { timeoutMs, late });
    if (answers.length === 0) throw notResolvable("the host has no address");
    if (answers.length > addressesMax)
      throw notResolvable(`the host has more than ${addressesMax} addresses`);
    return answers.map((answer) => answer.address);
  } catch (error) {
    if (error instanceof UnsafeTargetError) throw error;
    throw notResolvable("the host can't be looked up", error);
  }
}

function lookupAll(hostName: string): Promise<ReadonlyArray<{ address: string }>> {
  return lookup(hostName, { all: true });
}

function notResolvable(message: string, cause?: unknown): UnsafeTargetError {
  return new UnsafeTargetError("not_resolvable", message, { cause });
}

/**
 * Parses a target by the URL standard, which writes legacy spellings of an IPv4 address (decimal, octal, hex, short
 * forms, foreign digits and dots) as four decimal parts, and refuses what that parser repairs in silence.
 * Scheme, port and address are judged by `checkTarget`; a scheme that is not of the web is refused here.
 * Throws an UnsafeTargetError with `too_long`, `invalid_url`, `credentials_in_url`, `not_https` or `port`.
 */
function parseTargetUrl(target: string): URL {
  if (target.length > targetUrlCharsMax) {
    throw new UnsafeTargetError("too_long", `the URL may have at most ${targetUrlCharsMax} characters`);
  }
  // The parser drops tabs and line breaks, trims blanks, and reads a backslash as a slash: what one reader takes for
  // a path, another takes for the host. A lone surrogate becomes U+FFFD.
  if (hasRepairedCharacter(target))
    throw invalid("the URL holds a blank, a control character or a backslash");
  const url = parseUrl(target);
  if (url === null) throw invalid("the URL can't be parsed");
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new UnsafeTargetError("not_https", "the target has to be an https: URL");
  }
  // `https:host` and `https:///host` parse as `https://host`.
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(target)?.[1];
  if (authority === undefined) throw invalid("the URL has no host behind //");
  // Looked for in the text, because the parser drops an empty user name: `https://@host`.
  if (authority.includes("@")) {
    throw new UnsafeTargetError("credentials_in_url", "the URL may not hold a user name or a password");
  }
  if (url.port === "0") throw new UnsafeTargetError("port", "port 0 can't be connected to");
  if (!hasUsableHost(url.hostname)) throw invalid("the host is not a host name and not an address");
  return url;
}

function hasRepairedCharacter(target: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u0020\u007f-\u00a0\\]/.test(target) || !target.isWellFormed();
}

/**
 * A trailing dot is refused: it makes a second spelling of the same host, and is not to be sent in SNI (RFC 6066).
 * An address in brackets has been checked by the parser.
 */
function hasUsableHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return true;
  return hostname.length <= hostCharactersMax && hostname.split(".").every((label) => labelShape.test(label));
}

function invalid(message: string): UnsafeTargetError {
  return new UnsafeTargetError("invalid_url", message);
}
