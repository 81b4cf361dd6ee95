/** Filters above a list, progress of an upload, and identifiers in tables. */
export const filterStyles = `
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
