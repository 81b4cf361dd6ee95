/** What the pages of the section Kunden have beside the style of the dashboard. */
export const clientStyles = `
.filter{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem 1rem;margin-bottom:1.5rem}
.filter .field{flex:1 1 12rem}
.filter button{min-height:2.75rem}
.facts-grid{grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr))}
`;
