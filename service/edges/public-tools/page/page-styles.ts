/** What the page of the tools has beside the style of the newsroom. The colours of a verdict are for text, AA in both schemes. */
export const toolPageStyles = `
:root{--good:#1b6b35;--fair:#845200;--poor:#b3370a}
@media (prefers-color-scheme:dark){:root{--good:#86d39a;--fair:#e8bd66;--poor:#f59e6c}}
[hidden]{display:none!important}
.aside{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.opening p{max-width:43rem;margin-top:.9rem}
.opening .lead{font-size:1.125rem}
.opening .facts{margin-top:.75rem}
.jump{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin-top:1.25rem}
.jump a{display:inline-block;padding-block:.4rem}
.noscript{margin-top:1.25rem;padding:.9rem 1.15rem;background:var(--card);border-left:3px solid var(--mark)}
.tool{margin-top:clamp(2.25rem,5vw,3.5rem);border-top:1px solid var(--line)}
.tool:last-of-type{margin-bottom:clamp(2rem,5vw,4rem)}
.tool>.frame{display:grid;gap:1.75rem;padding-top:clamp(1.75rem,4vw,2.75rem)}
.ask,.result{min-width:0}
.tool h2{font-size:clamp(1.5rem,1.25rem + 1vw,1.9375rem)}
.ask>p{margin-top:.6rem;color:var(--soft)}
form{margin-top:1.25rem}
label{display:block;font-weight:600}
textarea{display:block;width:100%;margin-top:.5rem;padding:.7rem .85rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:4px;resize:vertical}
textarea[aria-invalid=true]{border:2px solid var(--poor)}
.count{margin-top:.35rem;font-variant-numeric:tabular-nums}
.problem{margin-top:.6rem;font-weight:600;color:var(--poor)}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}
.buttons .primary{min-height:3rem;padding-inline:1.5rem;font-weight:600;color:var(--paper);background:var(--accent);border-color:var(--accent)}
.buttons .primary:hover{text-decoration:underline;text-underline-offset:.2em}
button[aria-disabled=true],.buttons .primary[aria-disabled=true]{color:var(--soft);background:var(--card);border-color:var(--line);cursor:not-allowed;text-decoration:none}
.tries{margin-top:.75rem;font-variant-numeric:tabular-nums}
.result h3{font-size:1.25rem}
.result h3:focus{outline:0}
.result[aria-busy=true]{opacity:.55}
.empty-result{display:none}
.bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;margin-bottom:.9rem}
.sheet{padding:clamp(1.1rem,3vw,1.75rem);background:var(--card);border-radius:6px;white-space:pre-wrap;font:1.0625rem/1.6 var(--serif)}
mark{padding:.05em .15em;color:inherit;background:color-mix(in srgb,var(--mark) 18%,transparent);border-radius:2px}
.legend{margin-top:.6rem}
.headlines li{display:grid;grid-template-columns:1fr auto;align-items:center;gap:.2rem 1rem;padding-block:.85rem;border-top:1px solid var(--line)}
.headlines li:last-child{border-bottom:1px solid var(--line)}
.headlines p{font:700 1.0625rem/1.35 var(--serif)}
.headlines span{display:block;margin-top:.15rem;font-family:var(--sans);font-weight:400}
.score{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .6rem}
.score strong{font:700 clamp(2.5rem,2rem + 2vw,3.5rem)/1.1 var(--serif);font-variant-numeric:tabular-nums}
.scale{height:.6rem;margin-top:.5rem;background:var(--line);border-radius:1rem;overflow:hidden}
.scale div{height:100%;background:var(--accent)}
.tip{margin-top:1.25rem;padding:.9rem 1.15rem;background:var(--card);border-left:3px solid var(--accent);border-radius:0 4px 4px 0}
.tip strong{display:block}
.criteria{margin-top:1.25rem}
.criteria li{display:grid;grid-template-columns:1fr auto;gap:.15rem 1rem;padding-block:.85rem;border-top:1px solid var(--line)}
.criteria h4{font:650 1rem/1.5 var(--sans)}
.criteria p{grid-column:1/-1;color:var(--soft);font-size:.9375rem}
.verdict{font-size:.9375rem;font-weight:650;white-space:nowrap}
.gut{color:var(--good)}
.mittel{color:var(--fair)}
.schlecht{color:var(--poor)}
@media (max-width:30rem){.buttons{display:grid}}
@media (min-width:62rem){
.tool>.frame{grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:clamp(2.5rem,5vw,4.5rem)}
.empty-result{display:grid;place-items:center;min-height:100%;padding:2rem;color:var(--soft);border:1px dashed var(--soft);border-radius:6px;text-align:center}
}
@media (min-width:62rem) and (min-height:50rem){.ask{position:sticky;top:1.5rem;align-self:start}}
@media print{form,.jump,.bar button,.headlines button,.empty-result{display:none}}
`;
