/**
 * Crawlers whose operators say how the names of their addresses end, one a line: token | endings | where it is documented | day of the
 * last look. Asked where no list of ranges decides. The name has to lead back to the address: anybody may name his own as he likes.
 */
export const reverseNameLines = `
Googlebot | .googlebot.com | https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests | 2026-11-22
bingbot | .search.msn.com | https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26 | 2026-11-22
Applebot | .applebot.apple.com | https://support.apple.com/en-us/119829 | 2026-11-22
CCBot | .crawl.commoncrawl.org | https://commoncrawl.org/ccbot | 2026-11-22
Baiduspider | .baidu.com .baidu.jp | https://help.baidu.com/question?prod_id=99&class=476&id=2996 | 2026-11-22
YandexBot | .yandex.ru .yandex.net .yandex.com | https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html | 2026-11-22
YandexImages | .yandex.ru .yandex.net .yandex.com | https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html | 2026-11-22
Yahoo! Slurp | .crawl.yahoo.net | https://help.yahoo.com/kb/SLN22600.html | 2026-11-22
SeznamBot | .seznam.cz | https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/ | 2026-11-22
PetalBot | .petalsearch.com .aspiegel.com | https://webmaster.petalsearch.com/site/petalbot | 2026-11-22
Sogou web spider | .crawl.sogou.com | https://help.sogou.com/spider.html | 2026-11-22
Pinterestbot | .pinterest.com .pinterestcrawler.com | https://help.pinterest.com/en/business/article/pinterestbot | 2026-11-22
MojeekBot | .mojeek.com | https://www.mojeek.com/bot.html | 2026-11-22
Amazonbot | .crawl.amazonbot.amazon | https://developer.amazon.com/amazonbot | 2026-11-22
Yeti | .naver.com | https://help.naver.com/robots/ | 2026-11-22
`;
