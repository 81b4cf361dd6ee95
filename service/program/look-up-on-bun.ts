import type { ResolveHost } from "../floor/outbound/check-target.ts";

/**
 * Looks a host name up without a thread. Bun's own choice, and that of its `node:dns`, is `getaddrinfo`, which holds one of its few
 * threads until the name server answers or 10 s are over: with four names whose server is silent all others waited, and with them
 * each file that is read and each signature that is checked.
 */
export const lookUpOnBun: ResolveHost = (hostName) => Bun.dns.lookup(hostName, { backend: "c-ares" });
