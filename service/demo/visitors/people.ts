/** A browser with the headers that it sends when somebody follows a link. */
export type Browser = { weight: number; headers: Readonly<Record<string, string>> };

const navigation = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };
const asked = { ...navigation, "sec-fetch-user": "?1", "upgrade-insecure-requests": "1" };
const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const chromiumAccept =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
const german = "de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7";
const windows = "Windows NT 10.0; Win64; x64";
const mac = "Macintosh; Intel Mac OS X 10_15_7";
const android = "Linux; Android 10; K";

/** Weight, brand, version, platform, system, what stands around the version, languages. */
const chromiums = [
  [24, "Google Chrome", 142, "Windows", windows, ["", "Safari/537.36"], german],
  [8, "Google Chrome", 142, "macOS", mac, ["", "Safari/537.36"], "de-AT,de;q=0.9,en;q=0.8"],
  [12, "Microsoft Edge", 141, "Windows", windows, ["", "Safari/537.36 Edg/141.0.0.0"], german],
  [18, "Google Chrome", 141, "Android", android, ["", "Mobile Safari/537.36"], german],
  [4, "Samsung Internet", 130, "Android", android, ["SamsungBrowser/28.0 ", "Mobile Safari/537.36"], german],
] as const;

/** Weight, system, engine with what follows it, further headers. */
const others = [
  [
    11,
    `${windows}; rv:144.0`,
    "Gecko/20100101 Firefox/144.0",
    { ...asked, "accept-language": "de,en-US;q=0.7,en;q=0.3" },
  ],
  [
    15,
    "iPhone; CPU iPhone OS 18_6 like Mac OS X",
    webkit("Version/26.0 Mobile/15E148 Safari/604.1"),
    navigation,
  ],
  [5, mac, webkit("Version/26.0 Safari/605.1.15"), { ...navigation, "accept-language": "de-CH,de;q=0.9" }],
  [
    3,
    "iPad; CPU OS 17_5 like Mac OS X",
    webkit("CriOS/126.0.6478.153 Mobile/15E148 Safari/604.1"),
    navigation,
  ],
] as const;

/** What readers of German press releases use, by weight in per cent. */
export const browsers: readonly Browser[] = [
  ...chromiums.map(([weight, brand, version, platform, system, [before, after], languages]) => ({
    weight,
    headers: {
      ...asked,
      "user-agent": `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${before}Chrome/${version}.0.0.0 ${after}`,
      accept: chromiumAccept,
      "accept-language": languages,
      "sec-ch-ua": `"Chromium";v="${version}", "${brand}";v="${version}", "Not_A Brand";v="99"`,
      "sec-ch-ua-mobile": platform === "Android" ? "?1" : "?0",
      "sec-ch-ua-platform": `"${platform}"`,
    },
  })),
  ...others.map(([weight, system, engine, headers]) => ({
    weight,
    headers: {
      "user-agent": `Mozilla/5.0 (${system}) ${engine}`,
      accept,
      "accept-language": "de-DE,de;q=0.9",
      ...headers,
    },
  })),
];

function webkit(rest: string): string {
  return `AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
}
