/** `.x3` and `.y7` of a picture: the point that its crops keep, in tenths. */
const focusSteps = Array.from(
  { length: 11 },
  (_, step) => `.x${step}{--x:${step}0%}.y${step}{--y:${step}0%}`,
).join("");

/**
 * The whole style of the newsroom, inline in each page (about 3 KB over the wire): no second request, no font from elsewhere.
 * Headlines break only words of so many letters that no line holds them, on telephones too: Firefox broke "Altbau-ten" where the next line
 * had room. Safari doesn't know that limit and would break any word, so it breaks none.
 * Colours are checked for WCAG AA in both schemes by the tests. Print is black on white, without navigation.
 */
export const styles = `
:root{color-scheme:light dark;--paper:#fcfbf8;--card:#f4f2ec;--ink:#17191c;--soft:#565c64;--line:#dfdbd1;--accent:#0a5a6a;--mark:#c2410c;
--serif:Charter,"Bitstream Charter","Iowan Old Style","Sitka Text",Cambria,Georgia,serif;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif}
@media (prefers-color-scheme:dark){:root{scrollbar-color:var(--soft) var(--card);--paper:#121416;--card:#1b1e21;--ink:#ece9e3;--soft:#a5abb3;--line:#2f3439;--accent:#84cfdf;--mark:#f59e6c}}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:1rem/1.6 var(--sans);overflow-wrap:break-word}
main{flex:1;outline:0}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,blockquote,pre{margin:0;padding:0}
h1,h2,h3,h4{font-family:var(--serif);font-weight:700;line-height:1.2;text-wrap:balance}
ul,ol{list-style:none}
img,video{max-width:100%;height:auto;display:block}
audio,video{width:100%;margin-bottom:.5rem}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.18em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:2px}
.frame{width:100%;max-width:72rem;margin-inline:auto;padding-inline:clamp(1.15rem,4vw,2.5rem)}
.skip{position:absolute;left:1rem;top:-5rem;z-index:1;padding:.6rem 1rem;background:var(--ink);color:var(--paper)}
.skip:focus{top:1rem}
.facts{color:var(--soft);font-size:.875rem}
.kicker{color:var(--soft);font-size:.9375rem}
.kicker span,.opening .kicker{color:var(--mark);font-weight:650}
.kicker time::before{content:"";display:inline-block;width:1.5rem;margin:0 .6rem .28rem .35rem;border-top:1px solid}
.masthead{border-bottom:1px solid var(--line)}
.masthead .frame{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.1rem 2rem;padding-block:1rem}
.masthead ul{display:flex;flex-wrap:wrap;gap:0 1.4rem}
.source{display:none}
.masthead li a{display:inline-block;padding-block:.35rem;color:var(--soft);text-decoration:none}
.masthead li a:hover{color:var(--ink);text-decoration:underline}
:is(.brand,.card,.gallery,.neighbours,.releases,.topics){min-width:0;overflow-wrap:anywhere}
.brand{font:700 1.1875rem/1.5 var(--serif);color:var(--ink);text-decoration:none}
.brand span{font-weight:400;color:var(--soft)}
.columns{display:grid;gap:2.75rem;padding-block:clamp(1.75rem,4.5vw,3.5rem)}
.main{max-width:43rem}
.columns>*{min-width:0}
aside{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;align-content:start}
.release header>:is(h1,h2){font-size:clamp(1.75rem,1.3rem + 2.1vw,2.75rem);line-height:1.14;letter-spacing:-.012em;margin-top:.65rem}
.correction{margin-top:1rem;padding:.6rem .9rem;border-inline-start:3px solid var(--mark);font:400 1rem/1.5 var(--sans)}
.subtitle{margin-top:.9rem;font:400 clamp(1.125rem,1.05rem + .4vw,1.3125rem)/1.45 var(--sans);color:var(--soft);text-wrap:pretty}
.hero{margin-top:1.75rem}
.hero img{width:100%;border-radius:4px;background:var(--card)}
figcaption{margin-top:.5rem;color:var(--soft);font:.875rem/1.45 var(--sans)}
.pictures{margin-top:2.75rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.pictures h2{font-size:1.125rem}
.pictures ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));gap:1.5rem;margin-block:1rem}
.pictures img{width:100%;border-radius:4px;background:var(--card)}
.brand img{display:inline-block;width:auto;height:2.25rem;vertical-align:middle;margin-right:.35rem}
@media (prefers-color-scheme:dark){.masthead img{padding:.2rem .3rem;background:#fff;border-radius:3px}}
.contact img{width:6rem;height:6rem;margin-bottom:.75rem;object-fit:cover;border-radius:50%}
.text>*+*{margin-top:1.1em}
.release .text{margin-top:1.75rem;font:1.125rem/1.68 var(--serif)}
.release .text>h2,.release .text>h3,.release .text>h4{margin-top:1.7em;margin-bottom:-.45em}
.text>figure,.text>:is(h2,h3,h4)+figure{margin-block:1.6em}
.text>figure:last-child{margin-bottom:0}
.text figure img{border-radius:4px}
.text h2{font-size:1.3em}
.text h3{font-size:1.12em}
.text h4{font-size:1em}
.text ul,.text ol{padding-inline-start:1.35em}
.text ul{list-style:disc}
.text ol{list-style:decimal}
.text li+li{margin-top:.35em}
.text li::marker{color:var(--mark)}
.text blockquote{padding-block:.15em;padding-inline-start:1.15em;border-inline-start:3px solid var(--mark);font-style:italic}
.text blockquote>*+*{margin-top:.6em}
.text hr{border:0;border-top:1px solid var(--line);margin-block:2em}
.text pre,.text code{font-family:ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace;font-size:.86em}
.text pre{padding:1em;background:var(--card);border-radius:4px;white-space:pre-wrap}
.table{overflow-x:auto}
table{width:100%;border-collapse:collapse;font:.9375rem/1.45 var(--sans)}
th,td{padding:.55em .75em;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
thead th,thead td{border-bottom-color:var(--soft)}
th:first-child,td:first-child{padding-inline-start:0}
th:last-child,td:last-child{padding-inline-end:0}
.right{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
thead .right{white-space:normal}
@media (max-width:40rem){th,td{padding-inline:.4em}.table thead{font-size:.875em}}
.center{text-align:center}
.tools{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:2rem}
.tools[hidden],.tools [hidden]{display:none}
button{min-height:2.75rem;padding:.4rem 1.1rem;font:inherit;font-size:.9375rem;color:var(--accent);background:none;border:1px solid currentColor;border-radius:4px;cursor:pointer}
button:hover{background:var(--card)}
.about{margin-top:2.75rem;padding-top:1.5rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem}
.about h2{margin-bottom:.6rem;font-size:1.125rem;color:var(--ink)}
.card{padding:1.25rem 1.35rem 1.35rem;background:var(--card);border-radius:6px;font-size:.9375rem}
p.card{margin-bottom:1.25rem}
.card h2{margin-bottom:.65rem;font-size:1.125rem}
.contact dl{margin-top:.8rem;display:grid;gap:.45rem}
.contact dt{color:var(--soft);font-size:.875rem;line-height:1.3}
.contact dd{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .65rem}
.contact dd a{padding-block:.15rem}
.take p{margin-top:.6rem;overflow-wrap:anywhere}
.take a{display:inline-block;padding-block:.15rem}
.thumb{float:right;width:min(9rem,34%);aspect-ratio:4/3;object-fit:cover;margin:.2rem 0 .5rem 1rem;border-radius:4px;background:var(--card)}
.downloads li{padding-block:.75rem;border-top:1px solid var(--line)}
.downloads li:last-child{padding-bottom:0}
.downloads .facts{display:block;line-height:1.4;margin-top:.15rem}
.opening{padding-top:clamp(2rem,5vw,4rem)}
.opening+.columns{padding-top:clamp(1.5rem,3.5vw,2.75rem)}
.opening h1{margin-top:.3rem;font-size:clamp(2.1rem,1.4rem + 3.2vw,3.75rem);line-height:1.08;letter-spacing:-.018em}
.section{padding-bottom:.75rem;border-bottom:2px solid var(--ink);font:650 1rem/1.4 var(--sans)}
.releases>li{border-bottom:1px solid var(--line)}
.releases article{position:relative;display:grid;gap:.3rem;padding-block:1.5rem}
.releases h3{font-size:1.3125rem;line-height:1.28;overflow-wrap:anywhere}
@supports (hyphenate-limit-chars:26 6){.release :is(h1,h2),.releases h3,.results h1,.opening h1,.brand{hyphens:auto;hyphenate-limit-chars:26 6}}
.releases h3 a{color:inherit;text-decoration:none}
.releases h3 a::after{content:"";position:absolute;inset:0}
.releases article:hover h3 a,.neighbours a:hover strong{text-decoration:underline;text-decoration-color:var(--accent);text-decoration-thickness:2px}
.releases p{margin-top:.45rem;color:var(--soft)}
.releases>li:first-child h3{font-size:clamp(1.5rem,1.25rem + 1vw,1.9375rem);line-height:1.2}
.cover img{width:100%;aspect-ratio:16/9;object-fit:cover;margin-bottom:1rem;border-radius:4px;background:var(--card)}
:is(.cover,.contact,.assets) img,.thumb{object-position:var(--x,50%) var(--y,50%)}
${focusSteps}
.hero img:not([width]){aspect-ratio:3/2;object-fit:cover}
mark{padding:.05em .12em;color:inherit;background:color-mix(in srgb,var(--mark) 20%,transparent);border-radius:2px}
.opening .kicker a{color:inherit;text-decoration:none}
.opening .kicker a:hover{text-decoration:underline}
.results+.columns .releases>li:first-child h3{font-size:1.3125rem;line-height:1.28}
.results h1{font-size:clamp(1.75rem,1.3rem + 2.1vw,2.75rem);overflow-wrap:anywhere}
.search,.filter{margin-top:1.5rem;max-width:34rem}
.search label{display:block;margin-bottom:.35rem;color:var(--soft);font-size:.9375rem}
.search div{display:flex;gap:.6rem}
.search input{flex:1;min-width:0;-webkit-appearance:none;appearance:none}
.search input,.filter select{min-height:2.75rem;padding:.4rem .8rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:4px}
.search+.facts{margin-top:.75rem}
.filter{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem}
.topics ul{display:flex;flex-wrap:wrap;gap:.15rem 1.1rem}
.topics a{display:inline-block;padding-block:.3rem}
.topics a[aria-current]{color:inherit;font-weight:650;text-decoration:none}
.main>.topics{margin-top:2rem;font-size:.9375rem}
.languages{margin-bottom:1rem;font-size:.9375rem}
.gallery{display:grid;gap:2.75rem;padding-block:clamp(1.75rem,4.5vw,3.5rem)}
.gallery h2{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem}
.gallery h2 .facts{font-weight:400}
.gallery h2 a{color:inherit;text-decoration-color:var(--line)}
.assets{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1.75rem 1.5rem;padding-top:1.5rem}
.assets img{width:100%;aspect-ratio:3/2;object-fit:cover;margin-bottom:.7rem;border-radius:4px;background:var(--card)}
.assets .tile{display:grid;place-items:center;aspect-ratio:3/2;margin-bottom:.7rem;border-radius:4px;background:var(--card);color:var(--soft);font:700 1.1875rem/1.35 var(--serif)}
.assets p{line-height:1.45}
.assets .facts{margin-top:.2rem}
.front{padding-bottom:clamp(2.5rem,6vw,5rem)}
.front .subtitle{max-width:38rem}
.ways{display:grid;gap:1rem;margin-top:2.25rem}
.ways a{display:grid;gap:.2rem;align-content:start;height:100%;padding:1.25rem 1.35rem;background:var(--card);border-radius:6px;text-decoration:none}
.ways a:hover strong{text-decoration:underline}
.ways strong{font:700 1.1875rem/1.35 var(--serif)}
.front section{margin-top:3rem}
.names{columns:16rem;column-gap:2rem;padding-top:1rem}
.names li{padding-block:.35rem;break-inside:avoid}
.empty{padding-block:2rem;color:var(--soft)}
.pager{display:flex;flex-wrap:wrap;justify-content:space-between;gap:1rem;padding-top:1.75rem}
.pager a{padding-block:.4rem}
.pager a[rel=next]{margin-left:auto}
.neighbours{border-top:1px solid var(--line);padding-block:2rem 2.25rem}
.neighbours ul{display:grid;gap:1.5rem}
.neighbours li a{display:grid;gap:.2rem;color:inherit;text-decoration:none}
.neighbours strong{font:700 1.0625rem/1.35 var(--serif)}
.neighbours ul+p{margin-top:1.6rem}
.message{padding-block:clamp(3rem,12vh,8rem)}
.message h1{font-size:clamp(1.9rem,1.5rem + 2vw,2.75rem)}
.message p{margin-top:1rem;max-width:36rem}
.message aside{margin-block:2rem;max-width:36rem}
.footer{border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
.footer .frame{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;padding-block:1.35rem}
.footer ul{display:flex;gap:1.25rem}
.footer a{color:inherit}
@media (max-width:30rem){.masthead li:first-child{display:none}}
@media (min-width:44rem){.ways{grid-template-columns:repeat(3,1fr)}.neighbours ul{grid-template-columns:1fr 1fr}.releases article{grid-template-columns:9.75rem 1fr}.releases time{padding-top:.3rem}}
@media (min-width:62rem){.columns{grid-template-columns:minmax(0,43rem) minmax(16rem,20rem);justify-content:space-between}aside{position:sticky;top:2rem}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{
@page{margin:2cm 2.2cm}
:root{color-scheme:light;--paper:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#999;--accent:#000;--mark:#000}
body{display:block;font-size:10.5pt}
.frame{max-width:none;padding:0}
.skip,.masthead nav,.neighbours,.footer,.tools,.pager,.downloads,.pictures,.take,.contact dd a,.thumb,.search,.filter,.topics,.languages{display:none}
.masthead .frame{padding:0 0 .5rem}
.columns{display:block;padding-block:1.2rem 0}
.main{max-width:none}
aside{display:block;position:static;margin-top:1.2rem}
.release .text{font-size:11pt;line-height:1.5;margin-top:1rem}
.release header>:is(h1,h2){font-size:21pt}
.hero img{max-height:6.5cm;width:auto}
.card{padding:1rem 0 0;border-top:1px solid var(--line);border-radius:0;margin-top:1rem}
.about{margin-top:1.2rem;padding-top:1rem}
.source{display:block;margin-top:1.2rem;font-size:9pt}
h1,h2,h3,h4{break-after:avoid}
figure,blockquote,tr,.card,.about{break-inside:avoid}
p{orphans:3;widows:3}
a{text-decoration:none}
.text a{text-decoration:underline}
}
`;
