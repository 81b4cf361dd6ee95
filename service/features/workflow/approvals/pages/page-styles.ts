/** Lines that print with a number: ten pages. */
const numberedLinesMax = 400;
const lineNumbers = Array.from({ length: numberedLinesMax }, (_, index) => index + 1).join("\\A ");

/** What the approval page has beside the style of the newsroom; its own, so that newsroom pages stay small. */
export const approvalStyles = `
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.masthead .frame{align-items:center}
.masthead .brand img{max-width:14rem;object-fit:contain}
.masthead .for{min-width:0;overflow-wrap:anywhere}
.masthead .for img{display:block;width:auto;height:1.75rem;max-width:10rem;object-fit:contain}
.request{padding-block:clamp(1.5rem,4vw,2.75rem) 1.75rem}
.request>h1{margin-top:.3rem;font-size:clamp(1.625rem,1.3rem + 1.6vw,2.375rem)}
.request .lead{margin-top:.9rem;max-width:43rem;font-size:1.0625rem}
.jump{white-space:nowrap}
.request>dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.9rem 1.5rem;margin-top:1.5rem}
.request dt{color:var(--soft);font-size:.875rem}
.request dd{font-weight:600}
.note{max-width:43rem;margin-top:1.5rem;padding:.9rem 1.15rem;background:var(--card);border-left:3px solid var(--mark);border-radius:0 4px 4px 0}
.note>p{white-space:pre-line}
.note .facts{margin-bottom:.25rem}
.note dl{display:grid;gap:.5rem}
.note dt{color:var(--soft);font-size:.875rem}
.approvers{margin-top:1.25rem}
.approvers ol{display:flex;flex-wrap:wrap;gap:.4rem 1.5rem;margin-top:.2rem;counter-reset:turn}
.approvers li{font-weight:600}
.approvers li span{display:block;font-weight:400;font-size:.875rem;color:var(--soft)}
.approvers .approved span{color:var(--accent)}
.approvers .changes_requested span{color:var(--mark)}
.approvers .passed_on{font-weight:400;color:var(--soft)}
.earlier{max-width:43rem;margin-top:1.75rem}
.earlier h2{font-size:1.125rem}
.earlier summary{padding-block:.6rem;color:var(--accent);cursor:pointer}
.remarks{display:grid;gap:.6rem;margin-top:.7rem}
.remarks li{padding:.8rem 1rem;background:var(--card);border-radius:5px;white-space:pre-line}
.remarks blockquote{padding-left:.7rem;border-left:2px solid var(--line);color:var(--soft);font:italic .9375rem/1.45 var(--serif)}
.remarks blockquote+p{margin-top:.35rem}
.outcome{margin-top:.45rem;font-size:.875rem;color:var(--soft)}
.outcome.done{color:var(--accent);font-weight:600}
.outcome.done::before{content:"✓ "}
.preview{border-block:1px solid var(--line);background:var(--card);padding-block:clamp(1rem,3vw,2rem)}
.preview>.frame>.facts{margin-bottom:.75rem}
.preview h2:first-child{margin-bottom:.9rem;font-size:1.25rem}
.preview .note{margin-block:0 1.25rem;background:var(--paper)}
.views ul{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:.75rem}
.views a{display:inline-flex;align-items:center;min-height:2.5rem;padding:.25rem .95rem;border:1px solid var(--line);border-radius:1.25rem;background:var(--paper);font-size:.9375rem;text-decoration:none}
.views a:hover{text-decoration:underline}
.views [aria-current]{color:var(--paper);background:var(--accent);border-color:var(--accent);font-weight:600}
ins{text-decoration:underline;text-decoration-thickness:2px;text-decoration-color:var(--added);text-underline-offset:.2em;background:color-mix(in srgb,var(--added) 13%,transparent);border-radius:2px}
del{color:var(--soft);text-decoration-color:var(--removed);text-decoration-thickness:2px}
:is(ins,del)::before,:is(ins,del)::after{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
ins::before{content:" [neu: "}
del::before{content:" [gestrichen: "}
:is(ins,del)::after{content:"] "}
del img{opacity:.45}
ins img{outline:3px solid var(--added);outline-offset:3px}
:root{--added:#1a7f4b;--removed:#b3261e}
@media (prefers-color-scheme:dark){:root{--added:#5cc491;--removed:#f2877f}}
.sheet{position:relative;max-width:50rem;padding:clamp(1.25rem,4vw,3rem);background:var(--paper);border:1px solid var(--line);border-radius:6px}
.sheet .card{margin-top:2rem}
.gap{padding-block:.15rem;color:var(--soft);font:.875rem/1.5 var(--sans);text-align:center}
.gap::before{content:"··· "}
.gap::after{content:" ···"}
.remark{font:1rem/1.5 var(--sans)}
.release .remark{margin-top:.1rem}
.remark>summary{width:max-content;min-height:1.75rem;margin-left:auto;padding:.1rem .3rem;color:var(--soft);font-size:.875rem;cursor:pointer;list-style:none;border-radius:3px}
.remark>summary::-webkit-details-marker{display:none}
.remark>summary::before{content:"+ ";font-weight:700;color:var(--accent)}
.remark>summary:hover{color:var(--accent);text-decoration:underline}
.remark[open]{margin-bottom:1.1rem;padding:.35rem 1rem 1rem;background:var(--card);border-radius:5px}
.remark[open]>summary::before{content:"– "}
.entry+.entry{margin-top:.9rem}
.entry label{font-size:.9375rem}
.entry label span{display:block;font-weight:600;overflow-wrap:anywhere}
.pick{position:absolute;z-index:2;color:var(--paper);background:var(--accent);border-color:var(--accent);font-weight:600;box-shadow:0 2px 10px rgb(0 0 0/.25)}
.pick:hover{background:var(--accent);text-decoration:underline}
.pick[hidden]{display:none}
::highlight(remark){background:color-mix(in srgb,var(--mark) 30%,transparent)}
.meta{max-width:50rem;margin-top:1rem}
.meta summary{padding-block:.6rem;cursor:pointer;color:var(--accent)}
.meta dl{display:grid;gap:.7rem;padding-bottom:.6rem;font-size:.9375rem}
.meta dt{color:var(--soft);font-size:.875rem}
.decision{padding-block:2rem clamp(2.5rem,6vw,4rem)}
.decision h2{font-size:1.5rem}
.decision h3{font-size:1.1875rem}
.decision :is(form,p){max-width:43rem}
.decision form{margin-top:1.1rem}
.decision label{display:block;font-weight:600}
.decision .hint{color:var(--soft);font-size:.9375rem}
.not-by-mail{margin-top:1rem}
.question{max-width:43rem;margin-top:1.25rem;padding:1.1rem 1.25rem 1.35rem;background:var(--card);border-left:3px solid var(--mark);border-radius:0 5px 5px 0}
.question p{margin-top:.4rem}
.pass-on{margin-top:1.25rem}
.pass-on summary{width:max-content;padding-block:.6rem;color:var(--accent);cursor:pointer}
.pass-on label{margin-top:.4rem}
select{display:block;width:100%;min-height:3rem;margin-top:.5rem;padding:.5rem .8rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:4px}
textarea{display:block;width:100%;margin-top:.4rem;padding:.7rem .85rem;font:1rem/1.5 var(--sans);color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:4px;resize:vertical}
#kommentar{min-height:8.5rem;margin-top:.6rem}
textarea[aria-invalid=true]{border:2px solid var(--mark)}
.problem{margin-top:.6rem;font-weight:600;color:var(--mark)}
.buttons{display:grid;gap:.75rem;margin-top:1.25rem}
.buttons button{min-height:3.25rem;padding-inline:1.5rem;font-size:1.0625rem;font-weight:600}
.buttons .primary{color:var(--paper);background:var(--accent);border-color:var(--accent)}
.buttons .primary:hover{text-decoration:underline;text-underline-offset:.2em}
.message.receipt{padding-block:clamp(1.75rem,5vw,3rem) 2rem}
.receipt dl{display:grid;gap:.9rem;margin-top:1.5rem}
.receipt dt{color:var(--soft);font-size:.875rem}
.receipt dd{max-width:43rem;white-space:pre-line}
.receipt h2{margin-top:1.75rem;font-size:1.25rem}
.receipt .remarks{max-width:43rem}
.receipt .sign{display:inline-flex;align-items:center;justify-content:center;width:3.25rem;height:3.25rem;margin-bottom:1rem;border-radius:50%;color:var(--paper);background:var(--accent);font-size:1.6rem;line-height:1}
@media (max-width:30rem){.sheet .release header>h2{font-size:1.5rem}}
@media (min-width:40rem){.request>dl{grid-template-columns:repeat(auto-fit,minmax(11rem,max-content))}.buttons{grid-template-columns:max-content max-content}.meta dl>div{display:grid;grid-template-columns:13rem 1fr}select{max-width:24rem}}
@media (min-width:66rem){.remark:not([open]){position:relative;height:0;margin:0!important}.remark:not([open])>summary{position:absolute;left:calc(100% + 3.75rem);bottom:0}}
@media print{
@page{size:A4}
.decision,.meta,.jump,.remark,.views,.earlier details,.pick,.request .kicker,.preview>.frame>.facts:not(.legend),.receipt :is(.sign,.facts:last-child){display:none}
.message.receipt{padding-block:10pt}
.frame.message h1,.preview h2:first-child{margin-bottom:4pt;font-size:15pt}
.message p,.receipt dd,.receipt .remarks{margin-top:0;font-size:9pt;line-height:1.4}
.receipt h2{margin-block:8pt 0;font-size:11pt}
.receipt>dl{display:flex;flex-wrap:wrap;gap:2pt 18pt;margin-top:6pt}
.receipt dt{font-size:8pt}
.decision{display:block;padding-block:12pt 0}
.decision>*{display:none}
.decision>.not-by-mail{display:block;font-size:9pt}
.masthead .frame{display:block}
.request{padding-block:10pt}
.request>h1{font-size:15pt}
.request .lead,.request dd,.note,.remarks,.approvers{font-size:9pt;line-height:1.4}
.earlier h2{font-size:11pt}
.remarks{gap:4pt}
.remarks li{padding:2pt 0}
.outcome,.approvers li span,.note .facts{margin-top:0;font-size:8pt}
.note{margin-top:8pt;padding:2pt 8pt}
.request>dl{gap:2pt 18pt;margin-top:6pt}
.request dt{font-size:8pt}
.preview{border:0;padding:6pt 0 0}
.sheet{max-width:none;padding:0;border:0}
.sheet .release{position:relative;overflow:hidden;padding-left:2.2em;font:11pt/18pt var(--serif)}
.sheet .release::before{content:"${lineNumbers}";position:absolute;left:0;top:0;width:1.6em;height:100%;overflow:hidden;white-space:pre;text-align:right;font:8pt/18pt var(--sans);color:var(--soft)}
.sheet .release :is(h1,h2,h3,h4,p,li,blockquote,.subtitle,.correction,.text,td,th){font-size:11pt;line-height:18pt;letter-spacing:0;orphans:1;widows:1;break-inside:auto}
.sheet .release :is(header>h2,.kicker,.subtitle,.correction,.text){margin:0 0 18pt;padding:0;border:0}
.sheet .release .text>*+*,.sheet .release .text :is(h2,h3,h4){margin-block:18pt 0}
.sheet .release .text li+li{margin:0}
.sheet .release>.text{margin-bottom:0}
.sheet .release :is(td,th){padding:0 6pt 0 0;border:0}
.sheet .release hr{margin:17pt 0 0}
.hero{display:none}
del{color:var(--soft)}
}
`;
