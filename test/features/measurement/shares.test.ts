import { expect, test } from "bun:test";
import crawlers from "crawler-user-agents";
import { classifyRequest } from "../../../service/features/measurement/classify/classify-request.ts";
import { noCrawlerRanges } from "../../../service/features/measurement/classify/crawler-ranges.ts";
import type { TrafficClass } from "../../../service/features/measurement/vocabulary.ts";
import { aiAgents } from "./labelled/ai-agents.ts";
import { appAgents } from "./labelled/app-agents.ts";
import { browserAgents } from "./labelled/browser-agents.ts";
import { headersOfBrowser, type Transport } from "./labelled/browser-headers-by-version.ts";
import { libraryHeaders } from "./labelled/library-headers.ts";

const transports: readonly Transport[] = ["https", "http"];
const isHuman = (found: Found) => found === "human";
const isMachine = (found: Found) => found !== "human";
/** Browsers of people that the package lists because they are taken for crawlers elsewhere too. */
const peoplesInPackage = /MetaIAB|Instagram|Code\/1|Trae\/|Fluid\//;
/** Each tenth browser with the headers of each library is enough: 9,000 requests. */
const libraryStep = 10;

const kinds: readonly { kind: string; atLeast: number; requests: () => Labelled[] }[] = [
  {
    kind: "ordinary browsers, human",
    atLeast: 0.998,
    requests: () => fromBrowsers(browserAgents(), isHuman),
  },
  { kind: "in-app browsers, human", atLeast: 0.99, requests: () => fromBrowsers(appAgents(), isHuman) },
  {
    kind: "listed bots, caught",
    atLeast: 0.995,
    requests: () =>
      crawlers
        .flatMap(({ instances }) => instances)
        .filter((userAgent) => !peoplesInPackage.test(userAgent))
        .flatMap((userAgent) => fromMachine(userAgent, isMachine)),
  },
  {
    kind: "AI agents, right class",
    atLeast: 0.95,
    requests: () =>
      aiAgents().flatMap(({ userAgent, class: wanted }) =>
        fromMachine(userAgent, (found) => found === wanted),
      ),
  },
  {
    kind: "library headers, caught",
    atLeast: 0.95,
    requests: () =>
      Object.values(libraryHeaders).flatMap((headers) =>
        browserAgents()
          .filter((userAgent, index) => index % libraryStep === 0 && userAgent.startsWith("Mozilla/"))
          .map((userAgent, index) => ({
            userAgent,
            headers: { ...headers },
            transport: index % 2 === 0 ? ("https" as const) : ("http" as const),
            isRight: isMachine,
          })),
      ),
  },
];

for (const { kind, atLeast, requests } of kinds) {
  test(`${kind}: at least ${atLeast * 100} % of both halves`, () => {
    const all = requests();
    for (const isOther of [false, true]) {
      const half = all.filter(({ userAgent }) => isInSecondHalf(userAgent) === isOther);
      const wrong = half.filter((request) => !request.isRight(classify(request)));
      const share = 1 - wrong.length / half.length;
      console.log(
        `${kind.padEnd(26)} ${isOther ? "second half" : "first half "}  ${half.length - wrong.length}/${half.length}  ${(100 * share).toFixed(2)} %`,
      );
      expect(half.length).toBeGreaterThan(100);
      expect([share >= atLeast, wrong.slice(0, 5).map(({ userAgent }) => userAgent)]).toEqual([
        true,
        expect.anything(),
      ]);
    }
  });
}

function classify({ userAgent, headers, transport }: Labelled): Found {
  return classifyRequest({
    userAgent,
    headers: new Headers(headers),
    clientIp: "198.51.100.7",
    isSecure: transport === "https",
    method: "GET",
    url: "https://news.example.de/newsroom/a/b",
    isInternal: false,
    crawlerRanges: noCrawlerRanges,
  }).class;
}

type Found = TrafficClass | "prefetch";
type Labelled = {
  userAgent: string;
  headers: Record<string, string>;
  transport: Transport;
  isRight: (found: Found) => boolean;
};

/** Splits the set by a seeded hash: a rule that fits some strings only shows as a difference between the halves. */
function isInSecondHalf(userAgent: string): boolean {
  let hash = 2026;
  for (let index = 0; index < userAgent.length; index += 1)
    hash = (Math.imul(hash, 31) + userAgent.charCodeAt(index)) | 0;
  return (hash & 1) === 1;
}

function fromBrowsers(agents: readonly string[], isRight: (found: Found) => boolean): Labelled[] {
  return agents.flatMap((userAgent) =>
    transports.map((transport) => ({
      userAgent,
      headers: headersOfBrowser(userAgent, transport),
      transport,
      isRight,
    })),
  );
}

/** As a script sends them, and from inside a browser that a program drives. */
function fromMachine(userAgent: string, isRight: (found: Found) => boolean): Labelled[] {
  const driven = /\bChrome\/\d/.test(userAgent) ? userAgent : "Chrome/142.0.0.0";
  return [
    { userAgent, headers: { accept: "*/*", "accept-encoding": "gzip" }, transport: "https", isRight },
    { userAgent, headers: headersOfBrowser(driven, "https"), transport: "https", isRight },
  ];
}
