import type { Channel } from "../vocabulary.ts";

/** Names that people write into `utm_source` instead of a host. Media are left out: `news` or `report` would be any of them. */
export const channelsBySourceName: Partial<Record<Channel, string>> = {
  search: "google bing duckduckgo ecosia startpage qwant yahoo yandex brave metager",
  social: `linkedin xing facebook fb meta instagram ig twitter x threads bluesky bsky mastodon reddit pinterest tiktok
    snapchat whatsapp telegram discord slack teams social socialmedia social-media hootsuite buffer`,
  video: "youtube yt vimeo twitch",
  wire: `presseportal ots apa-ots apa news-aktuell newsaktuell dpa openpr pressebox lifepr businesswire prnewswire
    globenewswire pressetext firmenpresse eqs dgap idw mynewsdesk presseverteiler`,
  newsletter:
    "newsletter mailchimp cleverreach rapidmail brevo sendinblue mailjet inxmail klicktipp substack",
  email: "email e-mail mail mailing gmail outlook webmail",
};
