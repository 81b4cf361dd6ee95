/** What the approval page has beside the style of the newsroom; its own, so that newsroom pages stay small. */
export const approvalStyles = `
.request{padding-block:clamp(1.75rem,4.5vw,3rem) 1.75rem}
.request h1{margin-top:.3rem;font-size:clamp(1.625rem,1.3rem + 1.6vw,2.375rem)}
.request .lead{margin-top:.9rem;max-width:43rem;font-size:1.0625rem}
.request dl{display:grid;gap:.9rem 2.5rem;margin-top:1.5rem}
.request dt{color:var(--soft);font-size:.875rem}
.request dd{font-weight:600}
.note{max-width:43rem;margin-top:1.5rem;padding:.9rem 1.15rem;background:var(--card);border-left:3px solid var(--mark);border-radius:0 4px 4px 0}
.note p{white-space:pre-line}
.note .facts{margin-bottom:.25rem}
.preview{border-block:1px solid var(--line);background:var(--card);padding-block:clamp(1rem,3vw,2rem)}
.preview>.frame>.facts{margin-bottom:.75rem}
.sheet{max-width:50rem;padding:clamp(1.25rem,4vw,3rem);background:var(--paper);border:1px solid var(--line);border-radius:6px}
.sheet .card{margin-top:2rem}
.meta{max-width:50rem;margin-top:1rem}
.meta summary{padding-block:.6rem;cursor:pointer;color:var(--accent)}
.meta dl{display:grid;gap:.7rem;padding-bottom:.6rem;font-size:.9375rem}
.meta dt{color:var(--soft);font-size:.875rem}
.decision{padding-block:2rem clamp(2.5rem,6vw,4rem)}
.decision h2{font-size:1.5rem}
.decision :is(form,p){max-width:43rem}
.decision form{margin-top:1.1rem}
.decision label{display:block;font-weight:600}
.decision .hint{color:var(--soft);font-size:.9375rem}
textarea{display:block;width:100%;min-height:8.5rem;margin-top:.6rem;padding:.7rem .85rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:4px;resize:vertical}
textarea[aria-invalid=true]{border:2px solid var(--mark)}
.problem{margin-top:.6rem;font-weight:600;color:var(--mark)}
.buttons{display:grid;gap:.75rem;margin-top:1.25rem}
.buttons button{min-height:3.25rem;padding-inline:1.5rem;font-size:1.0625rem;font-weight:600}
.buttons .primary{color:var(--paper);background:var(--accent);border-color:var(--accent)}
.buttons .primary:hover{text-decoration:underline;text-underline-offset:.2em}
.receipt dl{display:grid;gap:.9rem;margin-top:1.5rem}
.receipt dt{color:var(--soft);font-size:.875rem}
.receipt dd{max-width:43rem;white-space:pre-line}
.receipt .sign{display:inline-flex;align-items:center;justify-content:center;width:3.25rem;height:3.25rem;margin-bottom:1rem;border-radius:50%;color:var(--paper);background:var(--accent);font-size:1.6rem;line-height:1}
@media (min-width:40rem){.request dl{grid-template-columns:repeat(auto-fit,minmax(11rem,max-content))}.buttons{grid-template-columns:max-content max-content}.meta dl>div{display:grid;grid-template-columns:13rem 1fr}}
@media print{.decision,.meta,.jump{display:none}}
`;
