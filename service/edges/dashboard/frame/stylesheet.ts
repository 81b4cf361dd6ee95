import { styles } from "../../../floor/web/styles.ts";
import { assetPath } from "../script.ts";
import { clientStyles } from "./client-styles.ts";
import { figuresStyles } from "./figures-styles.ts";
import { dashboardStyles } from "./styles.ts";
import { textStyles } from "./text-styles.ts";

/** Filters above a list, progress of an upload, and identifiers in tables. */
const filterStyles = `
.filter{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem 1rem;margin-bottom:1.25rem}
.filter label{flex:1 1 11rem;min-width:0;font-size:.9375rem;font-weight:600}
.filter button{min-height:2.75rem;justify-self:start}
.filter select,.filter input{font-weight:400}
.list code{font-size:.875em;overflow-wrap:anywhere}
.list code.id{display:inline-block;min-width:11rem;color:var(--soft)}
.upload progress{display:block;width:100%;max-width:38rem;height:.75rem;margin-top:.6rem;accent-color:var(--accent)}
.preview td{white-space:nowrap;max-width:16rem;overflow:hidden;text-overflow:ellipsis}
.faults{max-height:26rem;overflow-y:auto}
`;

/** Of the pages of the settings: what is copied, filters of a list, and the facts of one thing. */
const settingsStyles = `
.copyable{max-width:43rem;margin-top:1.25rem}
.copyable pre,.payload{margin-top:.35rem;padding:.75rem .9rem;background:var(--card);border:1px solid var(--line);border-radius:4px;font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.payload{max-height:28rem;overflow:auto}
.copyable .buttons{margin-top:.5rem}
.sieve{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));align-items:end;gap:.75rem 1rem;margin-bottom:1.5rem}
.pairs{display:grid;grid-template-columns:minmax(8rem,max-content) minmax(0,1fr);gap:.45rem 1.5rem}
.pairs dt{color:var(--soft)}
.pairs dd{margin:0;overflow-wrap:anywhere}
.address{overflow-wrap:anywhere}
.list .address{display:block;min-width:14rem}
.attempt{margin-top:1.25rem;padding-top:1rem;border-top:1px solid var(--line)}
:is(#f-events,#events-events) .boxes{max-height:none}
.facts-list .facts{display:block}
.app progress{width:100%;max-width:38rem;height:1rem;accent-color:var(--accent)}
`;

/** Approval, publication, the page Heute and the search. */
const publicationStyles = `
.app section+section,.app .form+.form{margin-top:2rem}
.app section>h2{margin-top:0}
.app .facts-list+section{margin-top:2rem}
.app section>p{max-width:43rem}
.app section>*+*{margin-top:.75rem}
.secret{font-family:ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace!important;font-size:.875rem}
.timeline{display:grid;gap:1rem}
.timeline li{padding-left:1rem;border-left:3px solid var(--line)}
.timeline blockquote{padding:.5rem .9rem;background:var(--card);border-left:3px solid var(--mark);border-radius:0 4px 4px 0;white-space:pre-line}
.remarked{margin-top:1rem}
.pair>.text{font:1.0625rem/1.6 var(--serif)}
.pair{padding-block:.45rem}
.pair.has>:first-child{padding-left:.9rem;border-left:3px solid var(--mark)}
.remarks{display:grid;gap:.75rem;margin-top:.6rem}
.remarks li{padding:.75rem 1rem;background:var(--card);border-radius:5px;overflow-wrap:anywhere}
.remarks .said{white-space:pre-line}
.remarks .quoted{font-style:italic}
.remarks form{margin-top:.5rem}
.remarks .done .said{color:var(--soft)}
.work{display:grid;gap:.75rem}
.work>li{display:grid;gap:.35rem .9rem;padding:.75rem .9rem;background:var(--card);border-radius:6px;min-width:0}
.work .buttons{gap:.5rem .75rem}
.steps{display:grid;gap:.6rem;counter-reset:step}
.bars{display:block;width:100%;max-width:14rem;height:3rem}
.bars rect{fill:var(--accent)}
.bars line{stroke:var(--line)}
@media (min-width:48rem){.pair.has{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.5rem;align-items:start}.pair.has .remarks{margin-top:0}.work>li{grid-template-columns:minmax(0,1fr) max-content;align-items:center}}
`;

/** The newsroom's style and what the dashboard has beside it, as one file. */
const parts = [
  styles,
  dashboardStyles,
  clientStyles,
  figuresStyles,
  filterStyles,
  publicationStyles,
  textStyles,
  settingsStyles,
];
export const stylesheet = parts.join("");
export const stylesheetPath = assetPath("app", stylesheet, "css");
