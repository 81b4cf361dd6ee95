/** Of the pages of the settings: what is copied, filters of a list, and the facts of one thing. */
export const settingsStyles = `
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
