import { stampStyles } from "../../stamps/stamp-box.ts";

/** What the page has beside the style that all pages share. The colours of a verdict are for text, AA in both schemes. */
export const verifyPageStyles = `
:root{--good:#1b6b35;--poor:#b3370a}
@media (prefers-color-scheme:dark){:root{--good:#86d39a;--poor:#f59e6c}}
[hidden]{display:none!important}
.opening p{max-width:43rem;margin-top:.9rem}
.opening .lead{font-size:1.125rem}
.verdict-box{margin-top:clamp(1.5rem,4vw,2.5rem)}
.verdict-box h2{font-size:clamp(1.75rem,1.5rem + 1.5vw,2.5rem)}
.verdict-box h2:focus{outline:0}
.verdict-box p{max-width:43rem;margin-top:.75rem}
.verdict-box dl{display:grid;grid-template-columns:max-content auto;gap:.35rem 1.5rem;margin-top:1rem}
.verdict-box dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums}
.verdict-box.good h2{color:var(--good)}
.verdict-box.poor h2{color:var(--poor)}
.check{margin-top:clamp(2rem,5vw,3rem);padding-top:clamp(1.5rem,4vw,2.25rem);border-top:1px solid var(--line)}
.check:last-of-type{margin-bottom:clamp(2rem,5vw,4rem)}
.check h2{font-size:clamp(1.375rem,1.2rem + .8vw,1.75rem)}
.check h2+p{max-width:43rem;margin-top:.6rem;color:var(--soft)}
.check form{max-width:43rem;margin-top:1.25rem}
label{display:block;margin-top:1rem;font-weight:600}
textarea,input[type=text]{display:block;width:100%;margin-top:.5rem;padding:.7rem .85rem;font:.9375rem/1.5 ui-monospace,monospace;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:4px}
textarea{resize:vertical}
input[type=file]{display:block;max-width:100%;margin-top:.5rem;font:inherit}
button{margin-top:1.25rem;min-height:3rem;padding-inline:1.5rem;font-weight:600;color:var(--paper);background:var(--accent);border-color:var(--accent)}
button:hover{text-decoration:underline;text-underline-offset:.2em}
@media (max-width:30rem){button{width:100%}}
${stampStyles}`;
