import { attachFilter, portGroupFilter } from "./attach-filter.ts";

/**
 * Has the kernel give each new connection to `port` to the younger of the two sockets with which this process listens on
 * it; without this they share them by chance, and those the older one has not accepted when it closes are reset (10 of 930
 * in 20 changes of a certificate under load). When one of the two is gone, the other one gets all.
 * Returns false where the machine does not let us.
 */
export function steerToYounger(port: number): boolean {
  // The sockets of a port are counted in the order in which they came, and a number that none has means any of them.
  return attachFilter({ port, option: portGroupFilter, program: [[0x06, 0, 0, 1]] });
}
