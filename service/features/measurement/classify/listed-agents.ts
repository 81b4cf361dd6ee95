import type { TrafficClass } from "../vocabulary.ts";
import { aiAgents, type ListedAgent } from "./ai-operators.ts";

/** Day of the last change to the list below; stands in the report's methodology. */
export const listedAgentsVersion = "2026-11-22";

/**
 * Agents that the public lists lack or file elsewhere, as `token` or `token=operator` where the company differs from
 * the token. Spaces inside a token are written as they are sent; entries are separated by `|`.
 */
const agentsByClass: Partial<Record<TrafficClass, string>> = {
  search_engine: `Googlebot=Google|Google-InspectionTool=Google|Storebot-Google=Google|Google-Site-Verification=Google
    |bingbot=Microsoft|adidxbot=Microsoft|msnbot=Microsoft|DuckDuckBot=DuckDuckGo|DuckDuckBot-Https=DuckDuckGo
    |DuckDuckGo-Favicons-Bot=DuckDuckGo|Applebot=Apple|YandexBot=Yandex|YandexImages=Yandex|YandexRenderResourcesBot=Yandex
    |YandexNews=Yandex|YandexMobileBot=Yandex|Baiduspider=Baidu|SeznamBot=Seznam|Qwantbot=Qwant|Qwantify=Qwant
    |Yahoo! Slurp=Yahoo|PetalBot=Huawei|MojeekBot=Mojeek|Bravebot=Brave|Kagibot=Kagi|Sogou web spider=Sogou|Yeti=Naver
    |coccocbot-web=Coccoc|Swisscows=Swisscows|Seekport Crawler=Seekport|SeekportBot=Seekport
    |search.marginalia.nu=Marginalia|Exabot=Exalead|ZumBot=Zum|EUSP-Bot=European Search Perspective|Ecosiabot=Ecosia|Ecosia-Bot=Ecosia
    |bingadsbot=Microsoft|YandexComBot=Yandex|OrangeBot=Orange|OrangeBot-Collector=Orange|AcoonBot=Acoon|EasouSpider=Easou|Daumoa=Kakao
    |NaverJapan=Naver|NaverBot=Naver|YioopBot=Yioop|Mnogosearch|StractBot=Stract|Presearch|PresearchBot=Presearch|IbouBot=Ibou|Centurybot
    |OrlightBot|PriEcoBot=PriEco|Heexybot=Heexy|OpenindexSpider=Openindex|MetaGerBot=MetaGer|Startpagebot=Startpage|Gigablast
    |yacybot=YaCy|360Spider=Qihoo 360|HaosouSpider=Qihoo 360|Sosospider=Tencent|YisouSpider=Yisou|Toutiaospider=ByteDance`,
  link_preview: `facebookexternalhit=Meta|facebookcatalog=Meta|Facebot=Meta|Meta-ExternalHit=Meta|Twitterbot=X|LinkedInBot=LinkedIn
    |Slackbot=Slack|Slackbot-LinkExpanding=Slack|Slack-ImgProxy=Slack|TelegramBot=Telegram|Discordbot=Discord
    |SkypeUriPreview=Microsoft|MicrosoftPreview=Microsoft|BingPreview=Microsoft|Pinterestbot=Pinterest|redditbot=Reddit
    |XING-contenttabreceiver=Xing|Xing Bot=Xing|Bluesky Cardyb=Bluesky|BlueskyPreviewBot=Bluesky|Mastodon|Pleroma|Misskey
    |Akkoma|Friendica|Lemmy|SummalyBot=Misskey|vkShare=VK|OdklBot=OK|Iframely|Embedly|Mattermost-Bot=Mattermost
    |Discourse Forum Onebox=Discourse|Nextcloud Server Crawler=Nextcloud|Snap URL Preview Service=Snapchat
    |GoogleImageProxy=Google|Google-PageRenderer=Google|Google Web Preview=Google
    |Rocket.Chat|Zulip|ZulipURLPreview=Zulip|Linespider=Line|KeybaseBot=Keybase|GroupMeBot=GroupMe|ClickUpLinkUnfurler=ClickUp
    |EvernoteRichLinkBot=Evernote|FlipboardProxy=Flipboard|Webex|WebexTeams=Webex|Cisco-Webex=Webex|Webexbot=Webex|facebookexternalua=Meta
    |Element-URLPreview=Matrix|ThreadsBot=Meta|Notionbot=Notion|NotionEmbedder=Notion|AsanaBot=Asana
    |LinkPreview|TeamsBot=Microsoft`,
  feed_reader: `Feedly|FeedlyBot=Feedly|Feedfetcher-Google=Google|inoreader.com=Inoreader|Inoreader|NewsBlur|FreshRSS
    |Tiny Tiny RSS|Miniflux|theoldreader.com=The Old Reader|Feedbin|Netvibes|BazQux|NetNewsWire|ReederApp=Reeder|Newsboat
    |newsbeuter|Liferea|Akregator|QuiteRSS|RSSOwl|CommaFeed|NextCloud-News=Nextcloud|Nextcloud-News=Nextcloud|selfoss|Blogtrottr
    |Feedspot|Superfeedr|AppleNewsBot=Apple|FlipboardRSS=Flipboard|FeedDemon|RSS Guard|Fluent Reader
    |Feeder.co=Feeder|Unread RSS Reader=Unread|rss2email|Reeder|ReadKit|FeeddlerRSS=Feeddler|FeeddlerPro=Feeddler|RSS Bandit|RssBandit
    |Apple-PubSub=Apple|NewsGatorOnline=NewsGator|NewsGator|Bloglovin|Feed Wrangler|kouio.com=Kouio|SilverReader|UniversalFeedParser
    |sfFeedReader|Gregarius|gPodder|castget|BashPodder|PodPuppy|RSS Junkie|WireReaderBot=WireReader|FeedHQ|G2Reader|Feedwind
    |AwarioRssBot=Awario|SimplePie|MagpieRSS|feedparser|Feedzirra|Feedjira|FeedBurner=Google|FeedBlitz|Feedity|Rss.app|RSS.app
    |News Explorer|Feedbro|Inoreader-Bot=Inoreader|Tiny Feed|Fraidycat|Elfeed|newsraft|Nextcloud-News
    |PodcastAddict|AntennaPod|Overcast|Pocket Casts|iTMS=Apple|Podcasts=Apple|Spotify-RSS=Spotify|startmebot=start.me`,
  monitoring: `UptimeRobot|Pingdom.com_bot=Pingdom|PingdomTMS=Pingdom|Pingdom|StatusCake|StatusCake_Pagespeed_Indev=StatusCake
    |Site24x7|Better Uptime Bot=Better Stack|BetterUptimeBot=Better Stack|Better Stack Better Uptime Bot=Better Stack
    |Datadog Synthetics=Datadog|DatadogSynthetics=Datadog|NewRelicPinger=New Relic|NewRelicSynthetics=New Relic|Checkly
    |Uptime-Kuma|updown.io|HetrixTools|FreshpingBot=Freshping|GoogleStackdriverMonitoring=Google|Blackbox Exporter=Prometheus
    |Blackbox-Exporter=Prometheus|check_http=Nagios|Zabbix|Icinga|kube-probe=Kubernetes|ELB-HealthChecker=Amazon
    |Amazon-Route53-Health-Check-Service=Amazon|Cloudflare-Healthchecks=Cloudflare|Cloudflare-Traffic-Manager=Cloudflare|OhDear
    |NodePing|Uptrends|Catchpoint|GTmetrix|YLT Chrome=YellowLab|Chrome-Lighthouse=Google|Google Page Speed Insights=Google
    |PTST=WebPageTest|Hyperping|livewatch.de=Livewatch|Serverguard24|jetmon=Automattic|Montastic|SentryUptimeBot=Sentry
    |Uptime.com|UptimiaBot=Uptimia|PRTG Network Monitor=Paessler|PRTGCloudBot=Paessler|Checkmk|Dotcom-Monitor|Pulsetic
    |Grafana Synthetic Monitoring=Grafana|synthetic-monitoring-agent=Grafana|AlertSite|RuxitSynthetic=Dynatrace|DynatraceSynthetic=Dynatrace
    |Datadog=Datadog|GoogleHC=Google|Cronitor|CronitorUptime=Cronitor|OnlineOrNot|OnlineOrNot.com_bot=OnlineOrNot|AppSignalBot=AppSignal
    |Cloudflare-SSLDetector=Cloudflare|CloudFlare-AlwaysOnline=Cloudflare|Cloudflare-Smart-Transit=Cloudflare|collectd|HTTPMon|munin
    |phpservermon|Nimbostratus-Bot=Nimbostratus|rocketmonitor|Page Modified Pinger|ThousandEyes|ThousandEyes-Dragonfly-x1=ThousandEyes
    |WebMon|YottaaMonitor=Yottaa|Neustar WPM=Vercara|DebugBear|SpeedCurve|Hydrozen.io=Hydrozen|NIXStatsbot=Nixstats|AppInsights=Microsoft
    |Amazon Route 53 Health Check Service=Amazon|Elastic Synthetics=Elastic|Elastic-Heartbeat=Elastic|Heartbeat=Elastic|Grafana
    |Prometheus|Sensu|Gatus|Statping|Uptime Kuma=Uptime-Kuma|UptimeBot|WebGazer|Instatus|StatusGator|Statuspage|HealthChecks.io
    |Better Stack|Robot Ninja|SolarWinds|AppBeat|Site24x7 Defacement Monitor=Site24x7|EyeMonIT_bot_version=EyeMonIT|MonTools
    |Consul Health Check=HashiCorp|GoogleHealthChecks=Google|Google-Cloud-Scheduler=Google|Edge Health Probe=Microsoft|Azure Traffic Manager Endpoint Monitor=Microsoft`,
  other_bot: `GoogleOther=Google|AdsBot-Google=Google|AdsBot-Google-Mobile=Google|Mediapartners-Google=Google|APIs-Google=Google
    |meta-externalads=Meta|HeadlessChrome|Miniature.io|AhrefsBot=Ahrefs|SemrushBot=Semrush|MJ12bot=Majestic|archive.org_bot
    |WindowsPowerShell=Microsoft|PowerShell=Microsoft|ms-office=Microsoft|Microsoft Office=Microsoft|MSOffice=Microsoft|Outlook-iOS=Microsoft
    |Outlook-Android=Microsoft|MacOutlook=Microsoft|jsdom|SlimerJS|PhantomJS|CasperJS|Zombie.js|HtmlUnit|Playwright|Selenium
    |wkhtmltopdf|wkhtmltoimage|webscreenie|QtWebKit Screenshot|CutyCapt|happy-dom|Dart|ReactorNetty
    |Airmail|Siege|kubectl|GitLab|Mikrotik|ureq|CPython|LibVLC|AppleCoreMedia=Apple
    |Yandex.Translate=Yandex|BingLocalSearch=Microsoft|Assetnote|KimonoLabs|Webthumb|Convertify|iplabel|stumbleupon.com`,
};

/** Every agent that we list ourselves: AI operators first, so that they win where a token stands twice. */
export function listedAgents(): ListedAgent[] {
  const others = Object.entries(agentsByClass).flatMap(([name, entries]) =>
    entries.split("|").map((entry): ListedAgent => {
      const [token = "", operator = token] = entry.trim().split("=");
      return { token, class: name as TrafficClass, operator };
    }),
  );
  return [...aiAgents(), ...others];
}
