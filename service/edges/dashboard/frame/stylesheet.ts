import { styles } from "../../../floor/web/styles.ts";
import { richTextStyles } from "../rich-text/styles.ts";
import { assetPath } from "../script.ts";
import { clientStyles } from "./client-styles.ts";
import { figuresStyles } from "./figures-styles.ts";
import { dashboardStyles } from "./styles.ts";
import { textStyles } from "./text-styles.ts";

/** Search and filters above a list, progress of an upload, and identifiers in tables. */
const filterStyles = `
.filter{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.75rem 1rem;align-items:end;margin-bottom:1.5rem}
.filter :is(.field,.buttons){margin:0}
.filter label{font-size:.9375rem;font-weight:600}
.filter button{min-height:2.75rem;justify-self:start}
.filter select,.filter input{font-weight:400}
.finder .line{display:flex;flex-wrap:wrap;align-items:end;gap:.6rem .75rem}
.finder .field{flex:0 1 10rem;min-width:0}
.finder .grow{flex:1 1 12rem}
.finder input:placeholder-shown{text-overflow:ellipsis}
.finder :is(input,select){margin-top:0!important}
.finder button{min-height:2.75rem}
.finder .filter-button{margin-top:.6rem}
.finder .filter .field,.filter>.more{flex:1 1 100%}
@media (min-width:48rem){.finder .filter[popover]{display:contents}.finder .grow{flex-basis:15rem}.finder .filter .field{flex:0 1 10rem}.finder .filter>button{display:none}.finder .line>button{order:1}.finder .line>.filter>.more{order:2;flex:1 1 100%}}
.ticked .line{display:flex;flex-wrap:wrap;align-items:end;gap:.6rem 1rem;margin-bottom:1rem}
.ticked .line .field{flex:0 1 18rem;min-width:0}
.ticked .tick-all{display:flex;align-items:baseline;gap:.6rem;padding-block:.6rem}
.ticked .tick-all[hidden]{display:none}
.ticked input[type=checkbox]{flex:none;width:1.1rem;height:1.1rem;margin-right:.35rem;accent-color:var(--accent);transform:translateY(.15rem)}
.more{margin-top:.4rem}
.more summary{padding-block:.35rem;color:var(--accent);font-size:.9375rem;cursor:pointer}
.chips{margin-block:.75rem 1.25rem;overflow-x:auto;scrollbar-width:none}
.chips ul{display:flex;align-items:center;gap:.3rem;white-space:nowrap;padding:4px 0}
@media (min-width:48rem){.chips ul{flex-wrap:wrap}}
.chip{display:block;padding:.3rem .65rem;border:1px solid var(--line);border-radius:1rem;color:var(--ink);font-size:.875rem;text-decoration:none}
.chip:hover{border-color:currentColor}
.chip[aria-current]{color:var(--paper);background:var(--ink);border-color:var(--ink)}
@media (min-width:48rem){.texts th:first-child{width:50%}}
.list code{font-size:.875em;overflow-wrap:anywhere}
.list code.id{display:inline-block;min-width:11rem;color:var(--soft)}
.upload progress{display:block;width:100%;max-width:38rem;height:.75rem;margin-top:.6rem;accent-color:var(--accent)}
.first-rows td{white-space:nowrap;max-width:16rem;overflow:hidden;text-overflow:ellipsis}
.faults{max-height:26rem;overflow-y:auto}
`;

/** Of the pages of the settings: what is copied, filters of a list, and the facts of one thing. */
const settingsStyles = `
.copyable{max-width:43rem;margin-top:1.25rem}
.copyable pre,.payload{margin-top:.35rem;padding:.75rem .9rem;background:var(--card);border:1px solid var(--line);border-radius:4px;font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.payload{max-height:28rem;overflow:auto}
.copyable .buttons{margin-top:.5rem}
.pairs{display:grid;grid-template-columns:minmax(8rem,max-content) minmax(0,1fr);gap:.45rem 1.5rem}
.amounts{grid-template-columns:repeat(2,max-content)}
.amounts dd{text-align:right;font-variant-numeric:tabular-nums}
.pairs dt{color:var(--soft)}
.pairs dd{margin:0;overflow-wrap:anywhere}
.address{overflow-wrap:anywhere}
.list .address{display:block;min-width:14rem}
.attempt{margin-top:1.25rem;padding-top:1rem;border-top:1px solid var(--line)}
:is(#f-events,#events-events) .boxes{max-height:none}
:is(.facts-list,.pairs) .facts{display:block}
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
.passage>.text{font:1.0625rem/1.6 var(--serif)}
.passage{padding-block:.45rem}
.passage.has>:first-child{padding-left:.9rem;border-left:3px solid var(--mark)}
.remarks{display:grid;gap:.75rem;margin-top:.6rem}
.remarks li{padding:.75rem 1rem;background:var(--card);border-radius:5px;overflow-wrap:anywhere}
.remarks .said{white-space:pre-line}
.remarks .quoted{font-style:italic}
.remarks form{margin-top:.5rem}
.remarks .done .said{color:var(--soft)}
.work{display:grid;gap:.75rem}
.work>li{display:grid;grid-template-columns:minmax(0,1fr);gap:.35rem .9rem;padding:.75rem .9rem;background:var(--card);border-radius:6px;overflow-wrap:anywhere}
.work .buttons{gap:.5rem .75rem}
.plain{display:grid;gap:.45rem;max-width:43rem}
.countdown{font-size:1.25rem}
.countdown strong{font-size:2rem;font-variant-numeric:tabular-nums}
.opening-lines,.pair{display:grid;gap:1.25rem 2rem}
.opening-lines img{width:100%;max-height:16rem;object-fit:cover;border-radius:5px;background:var(--card)}
.opening-lines dl,.opening-lines .buttons{margin-top:1rem}
.pair,.app :is(.opening-lines,.pair)+section,section+.opening-lines{margin-top:2rem}
.app .pair section+section{margin-top:0}
.acts{display:grid;gap:.75rem;max-width:43rem}
.crops{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,10rem),1fr));align-items:start;max-width:52rem}
.crop{border:1px solid var(--line);border-radius:6px;overflow:hidden;background:var(--card)}
.cut{display:grid;background:var(--paper);overflow:hidden}
.cut>*{width:100%;height:100%;object-fit:cover;object-position:var(--x,50%) var(--y,50%)}
.crop.chat{grid-column:span 2}
.chat .cut{aspect-ratio:1200/630}
.wide .cut{aspect-ratio:16/9}
.square .cut{aspect-ratio:1}
.crop:only-child{max-width:28rem}
.drawn{background:#fcfbf8;color:#17191c;display:flex;flex-direction:column;justify-content:space-between;gap:1rem;padding:1.25rem;overflow-wrap:anywhere;border-bottom:6px solid #c2410c}
.drawn strong{font:700 1.375rem/1.2 var(--serif)}
.crop .told{padding:.6rem .8rem 0}
.crop figcaption{padding:.4rem .8rem .6rem}
.palette{width:min(42rem,calc(100vw - 2rem));max-height:min(36rem,calc(100dvh - 4rem));margin:10vh auto auto;padding:0;border:1px solid var(--line);border-radius:8px;color:var(--ink);background:var(--paper)}
.palette[open]{display:flex;flex-direction:column}
.palette::backdrop{background:rgb(0 0 0/.4)}
.palette-head{display:flex;gap:.6rem;padding:.75rem;border-bottom:1px solid var(--line)}
.app .palette-head input{margin-top:0}
.palette #palette-list{overflow-y:auto;padding:.5rem .75rem .75rem}
.palette>.problem{padding:0 .75rem .75rem}
.palette [role=group]>p{margin-top:.6rem;color:var(--soft);font-size:.8125rem;font-weight:600}
.palette [role=option]{display:block;padding:.45rem .6rem;border-radius:5px;color:var(--ink);text-decoration:none;overflow-wrap:anywhere}
.palette [role=option][aria-selected=true]{background:var(--card);box-shadow:inset 3px 0 0 var(--accent)}
.palette [role=option]:hover{background:var(--card)}
.steps{display:grid;gap:.6rem;counter-reset:step}
.bars{display:block;width:100%;max-width:14rem;height:3rem}
.bars rect{fill:var(--accent)}
.bars line{stroke:var(--line)}
@media (min-width:48rem){.opening-lines:has(img){grid-template-columns:minmax(0,1fr) minmax(0,1.6fr)}.pair{grid-template-columns:repeat(2,minmax(0,1fr))}.beside{grid-template-columns:minmax(0,1fr) minmax(0,2fr)}.beside>blockquote{align-self:start}.work>li{grid-template-columns:minmax(0,1fr) max-content;align-items:center}}
@media (min-width:48rem){.passage.has{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.5rem;align-items:start}.passage.has .remarks{margin-top:0}}
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
  richTextStyles,
  settingsStyles,
];
export const stylesheet = parts.join("");
export const stylesheetPath = assetPath("app", stylesheet, "css");
