import { styles } from "../../web/styles.ts";
import { assetPath } from "../script.ts";
import { clientStyles } from "./client-styles.ts";
import { figuresStyles } from "./figures-styles.ts";
import { publicationStyles } from "./publication-styles.ts";
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
