/** Approval, publication, the page Heute and the search. */
export const publicationStyles = `
.app section+section,.app .form+.form{margin-top:2rem}
.app section>h2{margin-top:0}
.app .facts-list+section{margin-top:2rem}
.app section>p{max-width:43rem}
.app section>*+*{margin-top:.75rem}
.secret{font-family:ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace!important;font-size:.875rem}
.timeline{display:grid;gap:1rem}
.timeline li{padding-left:1rem;border-left:3px solid var(--line)}
.timeline blockquote,.beside>blockquote{padding:.5rem .9rem;background:var(--card);border-left:3px solid var(--mark);border-radius:0 4px 4px 0;white-space:pre-line}
.beside{display:grid;gap:1rem}
.beside footer{margin-top:.5rem}
.commented{max-height:26rem;overflow-y:auto}
.commented .text{margin-top:.75rem}
.work{display:grid;gap:.75rem}
.work>li{display:grid;gap:.35rem .9rem;padding:.75rem .9rem;background:var(--card);border-radius:6px;min-width:0}
.work .buttons{gap:.5rem .75rem}
.steps{display:grid;gap:.6rem;counter-reset:step}
.bars{display:block;width:100%;max-width:14rem;height:3rem}
.bars rect{fill:var(--accent)}
.bars line{stroke:var(--line)}
@media (min-width:48rem){.beside{grid-template-columns:minmax(0,1fr) minmax(0,2fr)}.beside>blockquote{align-self:start}.work>li{grid-template-columns:minmax(0,1fr) max-content;align-items:center}}
`;
