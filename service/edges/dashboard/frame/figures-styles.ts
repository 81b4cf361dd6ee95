import { cardStyles } from "../../../features/reporting/links/page/page-styles.ts";
import { stampStyles } from "../../../features/stamps/stamp-box.ts";
import { chartStyles } from "../../../floor/web/charts/chart-styles.ts";

/** Figures and reports: charts, headline figures, verdict. */
export const figuresStyles = `${chartStyles}${cardStyles}${stampStyles}.periods ul{display:flex;flex-wrap:wrap;gap:.4rem}
.periods a{display:block;padding:.4rem .9rem;border:1px solid var(--line);border-radius:2rem;color:var(--ink);text-decoration:none}
.periods a:hover{text-decoration:underline}
.periods a[aria-current]{border-color:var(--accent);color:var(--accent);font-weight:650}
.figures-page section{margin-top:2.25rem}
.figures-page h3{margin-top:1.75rem}
.figures-page h2+p,.figures-page h3+p{margin-top:.35rem}
.figures-page .text{margin-top:.75rem;max-width:43rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1.25rem;margin-top:1.5rem}
.figures div{border-top:3px solid var(--accent);padding-top:.6rem}
.figures dt{color:var(--soft);font-size:.875rem}
.figures dd strong{display:block;font-size:1.875rem;line-height:1.2;font-variant-numeric:tabular-nums}
.figures dd span{display:block;color:var(--soft);font-size:.875rem;line-height:1.4}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.25rem;margin-top:.5rem;color:var(--soft);font-size:.875rem}
.legend li::before{content:"";display:inline-block;width:.75rem;height:.75rem;margin-right:.45rem;border-radius:2px;background:var(--chart)}
.legend .then::before{background:var(--before)}
.legend .mark::before{width:0;border-left:2px dashed var(--part1);background:none}
.marks line{stroke:var(--part1);stroke-width:2;stroke-dasharray:4 3;vector-effect:non-scaling-stroke}
.plot>svg{grid-column:2;grid-row:1}
.plot>.scale{grid-column:1;grid-row:1}
.plot>.axis{grid-row:2}
.scrub{grid-column:2;grid-row:1;position:relative;cursor:crosshair;touch-action:pan-y}
.scrub:focus-visible{outline:2px solid var(--accent);outline-offset:4px}
.cursor{position:absolute;top:0;bottom:0;width:2px;margin-left:-1px;background:var(--ink);pointer-events:none}
.reading{min-height:3em;color:var(--soft);margin-top:.35rem;font-size:.9375rem;font-variant-numeric:tabular-nums}
.other-period{margin-top:.6rem}
.other-period summary,.happened summary,.note-form summary,.share summary,.block summary{cursor:pointer;color:var(--accent);padding-block:.35rem}
.other-period form{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;padding:.75rem 0}
.other-period .field{margin:0}
.happened li{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;padding-block:.3rem;overflow-wrap:anywhere}
.happened li form{margin:0}
.happened li button{padding:.15rem .6rem;font-size:.875rem}
.clients{margin-top:2.25rem}
.take-along a{margin-right:1rem}
.take-along{font-size:.9375rem}
.blocks{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem 2.5rem}
.blocks .block{margin-top:1rem;min-width:0}
.blocks .table :is(th,td):not(:first-child){padding-left:.35em}.blocks .table :is(th,td):not(:last-child){padding-right:.35em}.blocks thead{font-size:.875em}
.blocks .table .right+.left{padding-left:1.25em}
.row-bar{display:block;width:100%;min-width:4rem;height:.35rem;margin-top:.25rem}
.row-bar rect,.spark path{fill:var(--chart)}
.spark{display:block;width:8rem;height:1.5rem}
.figures+.facts{margin-top:1.25rem;max-width:43rem}
.benchmark{margin-top:1.25rem;font-weight:600}
.benchmark .facts{font-weight:400}
.pulse{display:inline-block;width:.7rem;height:.7rem;margin-right:.6rem;border-radius:50%;background:var(--accent)}
@media (prefers-reduced-motion:no-preference){.pulse{animation:pulse 2s infinite}
@keyframes pulse{50%{box-shadow:0 0 0 .4rem color-mix(in srgb,var(--accent) 25%,transparent)}}}
.app .table td,.app .table th{font-variant-numeric:tabular-nums}
.right{text-align:right}
.verdict,.once,.comment-preview{padding:1rem 1.15rem;background:var(--card);border-radius:6px}
.figures-page .verdict{margin-top:1rem}
.verdict h2 .state{font-family:var(--sans)}
.verdict h2,.once h2,.comment-preview h2{margin-top:0;font-size:1.125rem}
.verdict summary{cursor:pointer;color:var(--accent);padding-block:.35rem}
.hash dt{margin-top:.5rem;color:var(--soft);font-size:.875rem}
.hash dd{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8125rem;overflow-wrap:anywhere}
.list-search{max-width:38rem;margin-bottom:1.25rem}
.list-search label{font-weight:600}
:is(.list-search,.field) .line{display:flex;gap:.6rem;align-items:end}
:is(.list-search,.field) .line>button{flex:none}
.field .line+.facts{margin-top:.4rem}
.list form+.confirm{margin-top:.35rem}
`;
