import { Resolver, setServers } from "node:dns";
import { statSync } from "node:fs";
import type { ResolveHost } from "../floor/outbound/check-target.ts";

const serversFile = "/etc/resolv.conf";

/**
 * Looks a host name up without a thread. Bun's own choice, and that of its `node:dns`, is `getaddrinfo`, which holds one of its few
 * threads until the name server answers or 10 s are over: with four names whose server is silent all others waited, and with them
 * each file that is read and each signature that is checked.
 */
export const lookUpOnBun: ResolveHost = (hostName) => {
  useNewServers();
  return Bun.dns.lookup(hostName, { backend: "c-ares" });
};

/** c-ares reads the names of servers once: a service that started before its network asked none that came later. */
const useNewServers = atChangeOf(serversFile, () => setServers(new Resolver().getServers()));

/** Calls `change` where the file was written since the last call, and again at the next where it throws: questions may be under way. */
export function atChangeOf(file: string, change: () => void): () => void {
  const writtenAt = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  let known = writtenAt();
  return () => {
    const now = writtenAt();
    if (now === undefined || now === known) return;
    try {
      change();
      known = now;
    } catch {
      // The servers of before answer meanwhile.
    }
  };
}
