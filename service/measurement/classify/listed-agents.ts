import type { TrafficClass } from "../vocabulary.ts";
import { aiAgents, type ListedAgent } from "./ai-operators.ts";

/** Day of the last change to the list below; stands in the report's methodology. */
export const listedAgentsVersion = "2026-11-01";

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
    |search.marginalia.nu=Marginalia|Exabot=Exalead|ZumBot=Zum`,
  link_preview: `facebookexternalhit=Meta|facebookcatalog=Meta|Facebot=Meta|Meta-ExternalHit=Meta|Twitterbot=X|LinkedInBot=LinkedIn
    |Slackbot=Slack|Slackbot-LinkExpanding=Slack|Slack-ImgProxy=Slack|TelegramBot=Telegram|Discordbot=Discord
    |SkypeUriPreview=Microsoft|MicrosoftPreview=Microsoft|BingPreview=Microsoft|Pinterestbot=Pinterest|redditbot=Reddit
    |XING-contenttabreceiver=Xing|Xing Bot=Xing|Bluesky Cardyb=Bluesky|BlueskyPreviewBot=Bluesky|Mastodon|Pleroma|Misskey
    |Akkoma|Friendica|Lemmy|SummalyBot=Misskey|vkShare=VK|OdklBot=OK|Iframely|Embedly|Mattermost-Bot=Mattermost
    |Discourse Forum Onebox=Discourse|Nextcloud Server Crawler=Nextcloud|Snap URL Preview Service=Snapchat
    |GoogleImageProxy=Google|Google-PageRenderer=Google|Google Web Preview=Google
    |Rocket.Chat|Zulip|ZulipURLPreview=Zulip|Linespider=Line|KeybaseBot=Keybase|GroupMeBot=GroupMe|ClickUpLinkUnfurler=ClickUp
    |EvernoteRichLinkBot=Evernote|FlipboardProxy=Flipboard`,
  feed_reader: `Feedly|FeedlyBot=Feedly|Feedfetcher-Google=Google|inoreader.com=Inoreader|Inoreader|NewsBlur|FreshRSS
    |Tiny Tiny RSS|Miniflux|theoldreader.com=The Old Reader|Feedbin|Netvibes|BazQux|NetNewsWire|ReederApp=Reeder|Newsboat
    |newsbeuter|Liferea|Akregator|QuiteRSS|RSSOwl|CommaFeed|NextCloud-News=Nextcloud|Nextcloud-News=Nextcloud|selfoss|Blogtrottr
    |Feedspot|Superfeedr|AppleNewsBot=Apple|FlipboardRSS=Flipboard|FeedDemon|RSS Guard|Fluent Reader
    |Feeder.co=Feeder|Unread RSS Reader=Unread|rss2email`,
  monitoring: `UptimeRobot|Pingdom.com_bot=Pingdom|PingdomTMS=Pingdom|Pingdom|StatusCake|StatusCake_Pagespeed_Indev=StatusCake
    |Site24x7|Better Uptime Bot=Better Stack|BetterUptimeBot=Better Stack|Better Stack Better Uptime Bot=Better Stack
    |Datadog Synthetics=Datadog|DatadogSynthetics=Datadog|NewRelicPinger=New Relic|NewRelicSynthetics=New Relic|Checkly
    |Uptime-Kuma|updown.io|HetrixTools|FreshpingBot=Freshping|GoogleStackdriverMonitoring=Google|Blackbox Exporter=Prometheus
    |Blackbox-Exporter=Prometheus|check_http=Nagios|Zabbix|Icinga|kube-probe=Kubernetes|ELB-HealthChecker=Amazon
    |Amazon-Route53-Health-Check-Service=Amazon|Cloudflare-Healthchecks=Cloudflare|Cloudflare-Traffic-Manager=Cloudflare|OhDear
    |NodePing|Uptrends|Catchpoint|GTmetrix|YLT Chrome=YellowLab|Chrome-Lighthouse=Google|Google Page Speed Insights=Google
    |PTST=WebPageTest|Hyperping|livewatch.de=Livewatch|Serverguard24|jetmon=Automattic|Montastic|SentryUptimeBot=Sentry
    |Uptime.com|UptimiaBot=Uptimia|PRTG Network Monitor=Paessler|PRTGCloudBot=Paessler|Checkmk|Dotcom-Monitor|Pulsetic
    |Grafana Synthetic Monitoring=Grafana|synthetic-monitoring-agent=Grafana|AlertSite|RuxitSynthetic=Dynatrace`,
  other_bot: `GoogleOther=Google|AdsBot-Google=Google|AdsBot-Google-Mobile=Google|Mediapartners-Google=Google|APIs-Google=Google
    |meta-externalads=Meta|HeadlessChrome|Miniature.io|AhrefsBot=Ahrefs|SemrushBot=Semrush|MJ12bot=Majestic|archive.org_bot`,
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
