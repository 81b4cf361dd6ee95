import { oldAddressOf, type Redirect } from "../../../../service/features/moving/old-addresses-sql.ts";

const site = "https://alt.example";

/** Old addresses as people and attackers write them, before an address is made of them. */
export const oddAddresses: readonly string[] = [
  ...[
    "/2019/werk",
    "/2019/werk.html",
    "/?p=123",
    "/index.php?id=12&L=0",
    "/gr\u00f6\u00dfe/\u00fcber-uns",
    "/\u2013/\u{1f600}",
  ],
  ...[
    "/mit leer zeichen",
    "/a;b",
    "/o'brien",
    '/zitat"ende',
    "/a$b",
    "/$\u007bHOME}",
    "/%{ENV:PATH}",
    "/a{b}c",
  ],
  ...[
    "/(a|b)*+?x=(a|b)*+",
    "/[a-z]",
    "/a^b",
    "/a\\b",
    "/?q=a\\b",
    "/?q=a\\",
    '/?q=";return 200;#',
    "/#anker/x",
  ],
  ...[
    "/Werk",
    "/werk",
    "/WERK",
    "/2020/Bericht.PDF",
    "/2020/bericht.pdf",
    "/caf%E9",
    "/%0a%0dServerName%20x",
    "/%00x",
  ],
  ...["/~hans/", "/default", "/hostnames", "/a//c", "/a,b!c*d", "/?a={b}&c=$d;e"],
];

/** The same as redirects, each to a release of its own. */
export function redirectsOf(addresses: readonly string[]): Redirect[] {
  const paths = addresses.map((address) => oldAddressOf(site + address)).filter((found) => found !== null);
  return [...new Map(paths.map((found) => [found.path, found])).values()].map((found, n) => ({
    ...found,
    ...{ clientSlug: "kunde", ownHost: null, slug: `werk-${n}` },
  }));
}

/** `count` addresses below each of two hosts, which have the same paths. */
export function manyRedirects(count: number): Redirect[] {
  const hosts = ["alt.example", "www.alt.example:8080"];
  return hosts.flatMap((host, at) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ host, path: `/2019/05/meldung-${n}`, clientSlug: "kunde", ownHost: null, slug: `m-${at}-${n}` },
    })),
  );
}
