import topUserAgents from "top-user-agents";

/** User agents of browsers that people use, built as their makers build them: every version of ten years on the usual systems. */
const desktops = [
  "Windows NT 10.0; Win64; x64",
  "Windows NT 6.1; Win64; x64",
  "Macintosh; Intel Mac OS X 10_15_7",
  "X11; Linux x86_64",
  "X11; CrOS x86_64 14541.0.0",
];
const telephones = [
  "Linux; Android 10; K",
  "Linux; Android 14; Pixel 8 Pro",
  "Linux; Android 13; SM-S918B",
  "Linux; Android 11; CUBOT_X30",
  "Linux; Android 9; Newsday_E2",
  "Linux; Android 12; Discovery Scan 5",
  "Linux; Android 8.1.0; Monitor X Bot",
  "Linux; Android 7.0; Preview One Build/NRD90M",
  "Linux; Android 13; Radar Proxy 7 Build/TP1A.220624.014",
  "Linux; Android 12; SM-X900",
];
const televisions = [
  "Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV Safari/537.36",
  "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager",
  "Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.152 Safari/537.36 OPR/46.0.2207.0 OMI/4.23.2.33.Catcher4.12 Model/Hisense-MT9602 VIDAA/6.0(Hisense;SmartTV;50A6;MTK9602/V0000;UHD)",
  "Mozilla/5.0 (Linux; Android 12; Sharp Google TV Build/STT1.220621.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.43 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 11; BRAVIA 4K UR2 Build/RTT2.220915.001) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.5481.65 Safari/537.36",
  "Opera/9.80 (Linux mips; U; HbbTV/1.1.1 (; Humax; iCord HD; 1.00.21; 1.0; ); ce-html/1.0; de) Presto/2.10.250 Version/11.60",
  "Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15",
  "Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7233; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.197 Mobile Safari/537.36",
];
const others = [
  "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
  "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; WOW64; Trident/6.0)",
  "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0; .NET CLR 2.0.50727)",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763",
  "Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18",
  "Opera/9.80 (Android; Opera Mini/36.2.2254/191.303; U; de) Presto/2.12.423 Version/12.16",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:102.0) Gecko/20100101 Goanna/6.7 Firefox/102.0 PaleMoon/33.2.0",
  "Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8",
  "w3m/0.5.3+git20230121",
  "Links (2.29; Linux 6.1.0-18-amd64 x86_64; GNU C 12.2; text)",
  "ELinks/0.16.1.1 (textmode; Linux 6.1.0 x86_64; 120x40-2)",
  "Dillo/3.1.1",
];

/** The built ones and the hundred commonest of the day on which the package was made (MIT). */
export function browserAgents(): string[] {
  const found = new Set<string>([...televisions, ...others, ...topUserAgents]);
  const mozilla = (platform: string, rest: string) => found.add(`Mozilla/5.0 (${platform}) ${rest}`);
  const blink = (version: number) => `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0`;
  for (let version = 58; version <= 156; version += 1) {
    for (const platform of desktops) {
      mozilla(platform, `${blink(version)} Safari/537.36`);
      if (version >= 79) mozilla(platform, `${blink(version)} Safari/537.36 Edg/${version}.0.0.0`);
    }
    for (const platform of telephones) mozilla(platform, `${blink(version)} Mobile Safari/537.36`);
    mozilla(desktops[0] ?? "", `${blink(version)} Safari/537.36 OPR/${version - 16}.0.0.0`);
    mozilla(desktops[3] ?? "", `${blink(version)} Safari/537.36 Vivaldi/6.9.3447.37`);
    mozilla(
      telephones[2] ?? "",
      `AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/${version - 100 > 8 ? 28 : 20}.0 Chrome/${version}.0.0.0 Mobile Safari/537.36`,
    );
  }
  for (let version = 52; version <= 152; version += 1) {
    for (const platform of desktops.slice(0, 4)) {
      const system = platform.replace("10_15_7", "10.15");
      mozilla(`${system}; rv:${version}.0`, `Gecko/20100101 Firefox/${version}.0`);
    }
    mozilla(`Android 14; Mobile; rv:${version}.0`, `Gecko/${version}.0 Firefox/${version}.0`);
  }
  for (const [system, version] of [
    ["11_4", "11.1"],
    ["12_5_7", "12.1.2"],
    ["14_8", "14.1.2"],
    ["15_8", "15.6.4"],
    ["16_6", "16.6"],
    ["17_5_1", "17.5"],
    ["18_6", "26.1"],
  ]) {
    const rest = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
    for (const device of ["iPhone; CPU iPhone OS", "iPad; CPU OS"]) {
      for (const product of [
        `Version/${version} Mobile/15E148 Safari/604.1`,
        "CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1",
        "FxiOS/144.0 Mobile/15E148 Safari/605.1.15",
        `Version/${version} EdgiOS/141.0.3537.57 Mobile/15E148 Safari/605.1.15`,
        `Version/${version} Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
        `Version/${version} Mobile/15E148 Safari/604.1 OPT/5.4.2`,
      ])
        mozilla(`${device} ${system} like Mac OS X`, `${rest} ${product}`);
    }
    mozilla("Macintosh; Intel Mac OS X 10_15_7", `${rest} Version/${version} Safari/605.1.15`);
  }
  return [...found];
}
