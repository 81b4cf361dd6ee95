/** What apps put behind the user agent of the system's browser view; news apps and feed readers among them. */
const apps = [
  "Instagram 412.0.0.20.98",
  "[FBAN/FBIOS;FBAV/530.0.0.40.74;FBBV/790000000;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.6;FBSS/3;FBLC/de_DE;FBOP/5]",
  "[FB_IAB/FB4A;FBAV/530.0.0.48.74;IABMV/1;]",
  "[LinkedInApp]/9.31.1200",
  "Twitter for iPhone/11.30",
  "musical_ly_42.0.0 BytedanceWebview/d8a21c6",
  "Snapchat/13.60.0.45 (like Safari/8619.1.26.30.5, panda)",
  "[Pinterest/iOS]",
  "MicroMessenger/8.0.61(0x28003d30) NetType/WIFI Language/de",
  "MicroMessenger/8.0.61.2880(0x28003D34) WeChat/arm64 Weixin NetType/WIFI Language/de Process/tools",
  "Safari Line/15.14.0/IAB",
  "GSA/382.0.810000000 Mobile/15E148 Safari/604.1",
  "GoogleLens/1.19",
  "GoogleNews/5.130",
  "AppleNews/1200 Version/2.0",
  "News/582.1 Version/2.0",
  "SPIEGEL/5.12.0",
  "Tagesschau/4.3.1",
  "ZEITonline/5.0",
  "ntvNews/8.4.2",
  "WELTNews/10.1",
  "BILD News App 9.14",
  "FAZ.NET/8.7",
  "upday news 6.0",
  "BBCNews/25.40",
  "RTLNews/3.0 App",
  "Feedly/120.0",
  "Inoreader/7.9",
  "NewsBlur iPhone App v13.2",
  "Reeder/5.4",
  "NetNewsWire/6.1",
  "Flipboard/4.3.5",
  "FeedReaderPro/2.0",
  "RSSMobile/3.1",
  "PocketReader/8.0",
  "Slack/25.10.20",
  "Teams/7.19",
  "Discord/250.0",
  "Telegram-iOS/11.12",
  "Mattermost Mobile/2.29.0",
  "Reddit/Version 2025.40.0",
  "DuckDuckGo/7",
  "Ddg/18.5",
  "EcosiaApp/11.2",
  "Zalando/25.9",
  "DBNavigator/25.10",
  "ImmoScout24/25.10",
  "Kleinanzeigen/2025.41",
  "SearchApp/4.0",
  "Downloader/1.0 Lite",
];
const iosVersions = ["15_8_3", "16_7_2", "17_6_1", "18_6", "18_7"];
const androids = [
  { model: "Android 14; SM-S921B Build/UP1A.231005.007; wv", chrome: "141.0.7390.43" },
  { model: "Android 13; 22101316G Build/TP1A.220624.014; wv", chrome: "126.0.6478.71" },
  { model: "Android 9; CUBOT NOTE 20 Build/PPR1.180610.011; wv", chrome: "101.0.4951.61" },
  { model: "Android 7.0; SM-A310F Build/NRD90M; wv", chrome: "83.0.4103.106" },
];

export function appAgents(): string[] {
  return apps.flatMap((app) => [
    ...iosVersions.map(
      (version) =>
        `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${app}`,
    ),
    ...androids.map(
      ({ model, chrome }) =>
        `Mozilla/5.0 (Linux; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${chrome} Mobile Safari/537.36 ${app}`,
    ),
  ]);
}
