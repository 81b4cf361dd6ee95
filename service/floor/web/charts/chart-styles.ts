/** The look of charts and their tables, for the style of a page that has some. Colours of parts hold 3:1 on both papers. */
export const chartStyles = `
:root{--chart:var(--accent);--before:#b9c0c6;--track:#e6e3db;
--part0:var(--chart);--part1:#a86a12;--part2:#4f7f8c;--part3:#8a3a41;--part4:#6f7f4a;--part5:#6d7a86;--part6:#4d5670;--part7:#96702f;--part8:#5f6a55;--part9:#77818b;--part10:#6b6b6b}
@media (prefers-color-scheme:dark){:root{--before:#4a525a;--track:#2a2f34;
--part1:#e0a95a;--part2:#8fb9c4;--part3:#d98a90;--part4:#b3c486;--part5:#aab6c2;--part6:#9aa5c4;--part7:#d6b67d;--part8:#a8b59b;--part9:#c0c8cf;--part10:#b5b5b5}}
.chart{margin-block:.75rem 1.25rem}
.chart svg{display:block;width:100%;height:11rem}
.chart svg.stack{height:1.35rem;border-radius:3px;margin-bottom:.5rem}
.plot{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.6rem}
.scale{display:flex;flex-direction:column;justify-content:space-between;margin-block:-.5rem;text-align:right}
.scale li,.axis li{color:var(--soft);font-size:.75rem;line-height:1rem;font-variant-numeric:tabular-nums}
.axis{grid-column:2;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);margin-top:.1rem;overflow:hidden}
.axis li{white-space:nowrap;overflow:visible}
.axis li:last-child{justify-self:end}
.grid line{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.bars rect{fill:var(--chart)}
.before rect{fill:var(--before)}
.track{fill:var(--track)}
${Array.from({ length: 11 }, (_, index) => `.part${index}{fill:var(--part${index});background:var(--part${index})}`).join("\n")}
.swatch{display:inline-block;width:.7rem;height:.7rem;margin-right:.5rem;border-radius:2px}
.chart details{margin-top:.6rem}
:is(.chart,.happened) summary{cursor:pointer;color:var(--accent);font-size:.9375rem;padding-block:.3rem}
.table tbody th{font-weight:400}
@media (max-width:40rem){
.wide{position:relative}
.wide :is(table,tbody,tr,th){display:block}
.wide thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.wide tr{padding-block:.5rem;border-bottom:1px solid var(--line)}
.wide :is(th,td){padding:0!important;border:0;overflow-wrap:anywhere}
.wide td{display:inline-block;margin-right:1rem;text-align:left;white-space:normal}
.wide td::before{content:attr(data-label) ": ";color:var(--soft);font-size:.875rem}
.wide td:empty{display:none}
}
`;
