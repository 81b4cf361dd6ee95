/** `hard`: there is no such mailbox. `soft`: it takes no mail now, and may again. */
export type Bounce = "hard" | "soft";

/**
 * What a status of RFC 3463 says of a mailbox; null where it says something of us: 7 is the server's policy, 1.7 and 1.8 are complaints
 * about the sender. Of hard ones there are few, because an address that ends by mistake stays without mails: a mailbox that is
 * unknown (1.x) or closed (2.1). One that is full, a mail that is too long, a route that is broken may be another way tomorrow.
 */
export function bounceOf(status: string): Bounce | null {
  if (/^[45]\.(?:7\.|1\.[78]$)/.test(status)) return null;
  return /^5\.(?:1\.\d+|2\.1)$/.test(status) ? "hard" : "soft";
}
