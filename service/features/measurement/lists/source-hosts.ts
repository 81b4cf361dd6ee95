/**
 * Hosts by channel, separated by white space. A host stands for its subdomains too unless a longer entry names them,
 * so that `mail.google.com` is email and not search. Android packages are what `android-app:` referrers carry.
 */

export const searchHosts = `
  bing.com cn.bing.com duckduckgo.com ecosia.org startpage.com qwant.com search.brave.com metager.de metager.org
  mojeek.com swisscows.com kagi.com presearch.com presearch.io gexsi.com search.lilo.org lilo.org karmasearch.org oceanhero.today
  search.yahoo.com search.yahoo.co.jp yahoo.com yahoo.de ask.com search.aol.com suche.aol.de search.ch localsearch.ch
  suche.t-online.de suche.web.de suche.gmx.net suche.gmx.at suche.gmx.ch suche.1und1.de suche.freenet.de suche.ionos.de
  fireball.de baidu.com sogou.com so.com naver.com search.naver.com daum.net search.daum.net seznam.cz search.seznam.cz
  search.marginalia.nu searx.be yep.com gigablast.com dogpile.com webcrawler.com excite.com lycos.com search.lycos.de
  search.avira.com search.avg.com privatesearch.com search.privacywall.org search.bt.com rambler.ru ya.ru
  news.google.com news.google.de com.google.android.googlequicksearchbox com.google.android.apps.searchlite
  com.duckduckgo.mobile.android com.microsoft.bing com.ecosia.android
`;

export const socialHosts = `
  linkedin.com lnkd.in com.linkedin.android xing.com com.xing.android facebook.com fb.com fb.me fb.watch messenger.com m.me
  com.facebook.katana com.facebook.orca instagram.com ig.me com.instagram.android t.co x.com twitter.com com.twitter.android
  threads.net threads.com com.instagram.barcelona bsky.app go.bsky.app bsky.social xyz.blueskyweb.app
  reddit.com redd.it com.reddit.frontpage com.andrewshu.android.reddit pinterest.com pinterest.de pinterest.at pinterest.ch
  pin.it com.pinterest tiktok.com snapchat.com com.snapchat.android whatsapp.com wa.me com.whatsapp telegram.org t.me
  telegram.me org.telegram.messenger tumblr.com t.umblr.com vk.com vk.ru ok.ru weibo.com weibo.cn wechat.com line.me
  discord.com discordapp.com com.discord slack.com com.slack teams.microsoft.com teams.cloud.microsoft statics.teams.cdn.office.net
  com.microsoft.teams chat.google.com mattermost.com viva.microsoft.com web.yammer.com engage.cloud.microsoft workplace.com
  nebenan.de gutefrage.net quora.com news.ycombinator.com lobste.rs lemmy.world feddit.org feddit.de disqus.com flipboard.com
  getpocket.com stayfriends.de jodel.com nextdoor.com nextdoor.de linktr.ee bio.link
  hootsuite.com ow.ly buffer.com buff.ly dlvr.it swat.io later.com
  mastodon.social mastodon.online mastodon.world mastodon.green mastodon.de mstdn.social mas.to chaos.social troet.cafe
  norden.social nrw.social bonn.social muenchen.social ruhr.social social.tchncs.de det.social social.bund.de hachyderm.io
  fosstodon.org infosec.exchange digitalcourage.social openbiblio.social berlin.social hessen.social sueden.social
  swiss.social tooting.ch graz.social wien.rocks journa.host techhub.social universeodon.com climatejustice.social
  dresden.network machteburg.social rheinneckar.social darmstadt.social social.saarland social.cologne literatur.social
  legal.social bildung.social social.anoxinon.de sigmoid.social scholar.social mathstodon.xyz newsie.social kolektiva.social
  freiburg.social osna.social oldenburg.social hannover.social meissa.social mastodontech.de toot.io
`;

export const videoHosts = `
  youtube.com youtu.be youtube-nocookie.com com.google.android.youtube vimeo.com player.vimeo.com twitch.tv dailymotion.com
  dai.ly rumble.com odysee.com kick.com streamable.com bilibili.com niconico.jp peertube.tv tube.tchncs.de framatube.org
  wistia.com ted.com vevo.com loom.com
`;

/** Distribution services for press releases. */
export const wireHosts = `
  presseportal.de presseportal.ch ots.at newsaktuell.de news-aktuell.de newsaktuell.ch dpa.com dpa-news.de dpa-afx.de
  apa.at apa-ots.at apa-science.at pressetext.com pressetext.de firmenpresse.de lifepr.de pressebox.de pressebox.com
  openpr.de openpr.com businesswire.com prnewswire.com prnewswire.co.uk globenewswire.com cision.com cision.de newswire.com
  newswire.ca accesswire.com accessnewswire.com einpresswire.com einnews.com eqs-news.com eqs.com dgap.de
  adhoc-news.de presse-echo.de presseanzeiger.de pr-inside.com prlog.org pr.com prweb.com
  connektar.de pr-gateway.de presseverteiler.de prmaximus.de online-presseportal.de
  inar.de trendkraft.io trendkraft.de pressebote.de newsfox.com fair-news.de offenes-presseportal.com
  premiumpresse.de artikel-presse.de prcenter.de pressemitteilung.ws presse-service.de perspektive-mittelstand.de
  idw-online.de eurekalert.org alphagalileo.org informationsdienst-wissenschaft.de
  unternehmen-heute.de pressefeuer.at keystone-sda.ch sda.ch awp.ch afp.com kna.de epd.de
  mynewsdesk.com presspage.com prezly.com pr.co presseportal.com notified.com
  prgloo.com kommunikationsjournal.de medianet-presse.de news.cision.com storybuilder.newsaktuell.de
`;

/** Services that send or host newsletters. */
export const newsletterHosts = `
  mailchi.mp list-manage.com campaign-archive.com mailchimp.com cleverreach.com cleverreach.de crsend.com rapidmail.de
  rapidmail.com emailsys1a.net brevo.com sendibm1.com sibforms.com sendinblue.com newsletter2go.com inxmail.de inxmail.com
  mailjet.com klick-tipp.com klicktipp.com getresponse.com getresponse.de activecampaign.com substack.com beehiiv.com
  steadyhq.com steady.page getrevue.co createsend.com cmail19.com cmail20.com hubspotlinks.com hs-sites.com sendgrid.net
  constantcontact.com optimizely.campaign.com episerver.net evalanche.com mailingwork.de kajomigenerator.de agnitas.de
  mailerlite.com ghost.io buttondown.com buttondown.email convertkit.com kit.com emarsys.net dotdigital.com apsis.com
  newsletter.de xqueue.com maileon.com ubivox.com mailup.com moosend.com
`;

/** Web mail and mail apps. */
export const emailHosts = `
  mail.google.com com.google.android.gm outlook.live.com outlook.office.com outlook.office365.com outlook.com
  outlook.cloud.microsoft safelinks.protection.outlook.com com.microsoft.office.outlook mail.yahoo.com
  com.yahoo.mobile.client.android.mail mail.aol.com navigator.web.de mail.web.de 3c.web.de deref-web.de deref-web-02.de
  de.web.mobile.android.mail navigator.gmx.net navigator.gmx.at navigator.gmx.ch mail.gmx.net mail.gmx.com 3c.gmx.net
  deref-gmx.net deref-gmx.com deref-mail.com de.gmx.mobile.android.mail email.t-online.de tipc.t-online.de
  deref-1und1.de email.ionos.de mail.ionos.de webmail.1und1.de webmailer.1und1.de deref-ionos.de
  email.freenet.de webmail.freenet.de posteo.de mailbox.org office.mailbox.org mail.proton.me account.proton.me protonmail.com
  tutanota.com app.tuta.com tuta.com mail.zoho.com mail.zoho.eu fastmail.com app.fastmail.com icloud.com mail.vodafone.de
  mail.de webmail.strato.de communicator.strato.com webmail.hosteurope.de webmail.all-inkl.com email.bluewin.ch
  webmail.a1.net mail.chello.at webmail.kabelmail.de mail.mailfence.com hey.com app.hey.com superhuman.com mail.yandex.ru
  mail.ru e.mail.ru nl.mail.ru com.samsung.android.email.provider ch.protonmail.android eu.faircode.email com.fsck.k9
  net.thunderbird.android
`;
