import { chartStyles } from "../../../../floor/web/charts/chart-styles.ts";
import { stampStyles } from "../../../stamps/stamp-box.ts";

/** What a report's page adds to the shared style. */
export const reportStyles = `${chartStyles}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.report{padding-block:clamp(1.5rem,4vw,3rem);max-width:60rem}
.report section{margin-top:2.5rem}
.report h1{margin-top:.5rem;font-size:clamp(1.6rem,1.2rem + 2vw,2.4rem)}
.report h2{padding-bottom:.5rem;border-bottom:2px solid var(--accent);font-size:1.3rem}
.report h3{margin-top:1.5rem;font-size:1.05rem}
.report h2+p,.report h3+p{margin-top:.5rem}
.letterhead{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:1rem}
.letterhead img{max-height:3.5rem;max-width:min(100%,20rem);width:auto;padding:.35rem;background:#fff;border-radius:4px}
.letterhead p{min-width:0;overflow-wrap:anywhere;font:700 1.1rem/1.4 var(--serif)}
.opening-picture{margin-top:1.25rem;max-width:32rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1.25rem;margin-top:1.25rem}
.figures div{border-top:3px solid var(--accent);padding-top:.6rem}
.figures dt{color:var(--soft);font-size:.875rem}
.figures dd strong{display:block;font-size:2rem;line-height:1.2;font-variant-numeric:tabular-nums}
.figures dd span{color:var(--soft);font-size:.875rem;line-height:1.4;display:block}
.about-report{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem 1rem;margin-top:1.25rem;font-size:.9375rem}
.about-report dt{color:var(--soft)}
.report .action{display:inline-block;margin-top:1.5rem;padding:.65rem 1.2rem;border:1px solid currentColor;border-radius:4px;text-decoration:none;font-weight:600}
.report .method li{margin-top:.35rem}
.report .method ul{list-style:disc;padding-left:1.3rem;font-size:.9375rem;color:var(--soft)}
.hash dt{margin-top:.5rem;color:var(--soft);font-size:.9375rem}
.hash dd{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8125rem;overflow-wrap:anywhere}
.table td a{display:inline-block;min-width:11rem;overflow-wrap:anywhere}
.report .text{margin-top:.75rem}
${stampStyles}`;

/** Cards of releases and clippings; the dashboard shows them too. */
export const cardStyles = `.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));gap:1.5rem 1.25rem;margin-block:1rem}
.cards li{display:flex;flex-direction:column;gap:.3rem;min-width:0;overflow-wrap:anywhere}
.cards li>img,.no-picture{width:100%;height:auto;aspect-ratio:16/9;object-fit:cover;border-radius:5px;background:var(--track);margin-bottom:.25rem}
.cards .facts{margin:0;font-size:.875rem}
.figures+.facts{margin-top:.9rem}
.cards.clippings li{border-top:2px solid var(--accent);padding-top:.5rem}
.cards .medium{display:flex;justify-content:space-between;gap:.75rem}
.cards .medium .facts{white-space:nowrap}
.breaks{overflow-wrap:anywhere}
.part-goals .table+.facts{margin-top:.6rem}
.origin{margin-top:1.25rem;color:var(--soft);font-weight:600}
`;

/** The same for layout 2: cards, figures two a row on a phone, and the comment on its first screen. */
export const secondLayoutStyles = `${reportStyles}
.letterhead img{max-height:3rem;max-width:45%}
.report h1{margin-top:.1rem}
.report .kicker{margin-top:1.25rem}
.period{margin-top:.25rem;font-size:1.2rem}
.report .opening-picture{max-width:none}
.opening-picture img{width:100%;height:clamp(9rem,30vw,20rem);object-fit:cover;border-radius:6px}
.figures{grid-template-columns:repeat(auto-fit,minmax(max(9.5rem,30%),1fr))}
${cardStyles}.folded{margin-top:2rem;border-top:1px solid var(--line);padding-top:.75rem}
.folded>summary{cursor:pointer;font-weight:600;padding-block:.4rem}
.folded section{margin-top:1rem}
@media (max-width:40rem){.report{padding-block:1rem}.report .kicker{margin-top:.75rem}.opening-picture img{height:8rem}.report section{margin-top:1.75rem}header+section{margin-top:1rem}.figures dd strong{font-size:1.6rem}.cards{gap:1.25rem 1rem}.published li:has(>img,>.no-picture){display:grid;grid-template-columns:6.5rem minmax(0,1fr);column-gap:.8rem}.published li>img,.no-picture{grid-row:1/3;margin:0}}
`;
