import { percentProblem } from "../strings/percent-problem.ts";

/** `path` is that of a Unix-domain socket, of a host that begins with a slash. */
export type ServerAddress = { host: string; port: number; path?: string };

export type DatabaseServers = {
  /** `url` leads to this server alone, with user, password, database and the other settings. */
  servers: { address: ServerAddress; url: string }[];
  /** Whether only a server that takes writes will do: several are named, or `target_session_attrs` asks for it. */
  isWritableOnly: boolean;
};

/** A primary has one or two standbys; each is asked twice a second by each process. */
const serversMax = 8;
const portDefault = 5432;
const schemes = ["postgres:", "postgresql:"];
const example = "postgres://USER:PASSWORD@db-a:5432,db-b:5432/DATABASE?target_session_attrs=read-write";
const socketExample = "postgres://USER@%2Fvar%2Frun%2Fpostgresql/DATABASE";

/**
 * Reads `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`, as libpq does (PostgreSQL manual,
 * "Connection URIs"), and a Unix-domain socket by the folder that it lies in, its slashes as `%2F`. Where it can't be read, it returns what
 * is wrong with `name`, which never repeats the value: it holds a password.
 */
export function parseDatabaseUrl(value: string, name = "DATABASE_URL"): DatabaseServers | string {
  const [, scheme = "", authority = "", rest = ""] = /^([a-z]+:)\/\/([^/?#]*)(.*)$/is.exec(value) ?? [];
  if (!schemes.includes(scheme.toLowerCase()))
    return `${name} has to be a URL that begins with ${schemes.map((each) => `${each}//`).join(" or ")}.`;
  const problem = percentProblem(authority, name);
  if (problem !== null) return problem;
  const userEnd = authority.lastIndexOf("@") + 1;
  const named = authority.slice(userEnd).split(",");
  if (named.length > serversMax) return `${name} may name at most ${serversMax} servers.`;
  const urls = named.map((server) => `${scheme}//${authority.slice(0, userEnd)}${server}${rest}`);
  if (!urls.every((url) => URL.canParse(url)) || (named.length > 1 && named.includes("")))
    return `${name} names a server that can't be read. Write it like ${example}.`;
  const parsed = urls.map((url) => new URL(url));
  const wanted = parsed[0]?.searchParams.get("target_session_attrs") ?? null;
  if (wanted !== null && wanted !== "read-write" && wanted !== "primary")
    return `${name}: target_session_attrs has to be read-write, because the service writes.`;
  const servers = parsed.map((url) => ({ address: addressOf(url), url: withoutTarget(url) }));
  const isWritableOnly = named.length > 1 || wanted !== null;
  // A failover leads to another machine, where no socket of this one does.
  if (isWritableOnly && servers.some(({ address }) => address.path !== undefined))
    return `${name} names a socket of this machine: name it alone, like ${socketExample}.`;
  return { servers, isWritableOnly };
}

function addressOf(url: URL): ServerAddress {
  const host = url.hostname.replace(/^\[|\]$/g, "").replaceAll(/%2f/gi, "/");
  const port = url.port === "" ? portDefault : Number(url.port);
  return { host, port, ...(host.startsWith("/") && { path: `${host}/.s.PGSQL.${port}` }) };
}

/** The driver would refuse a server at its word; who is written to is found out elsewhere. */
function withoutTarget(url: URL): string {
  url.searchParams.delete("target_session_attrs");
  return url.href;
}
