/** The filter above the log: its fields in a row where there is room. */
export const logFilterStyles = `
.log-filter{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem 1rem;margin-block:1rem 1.25rem}
.log-filter .field{flex:1 1 12rem;max-width:22rem;margin:0;min-width:0}
.log-filter select{width:100%}
`;
