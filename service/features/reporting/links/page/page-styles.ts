import { chartStyles } from "../../../../floor/web/charts/chart-styles.ts";

/** What a report's page adds to the shared style. */
export const reportStyles = `${chartStyles}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.report{padding-block:clamp(1.5rem,4vw,3rem);max-width:60rem}
.report section{margin-top:2.5rem}
.report h1{margin-top:.5rem;font-size:clamp(1.6rem,1.2rem + 2vw,2.4rem)}
.report h2{padding-bottom:.5rem;border-bottom:2px solid var(--accent);font-size:1.3rem}
.report h3{margin-top:1.5rem;font-size:1.05rem}
.report h2+p,.report h3+p{margin-top:.5rem}
.letterhead{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:1rem}
.letterhead img{max-height:3.5rem;max-width:min(100%,20rem);width:auto;padding:.35rem;background:#fff;border-radius:4px}
.letterhead p{font:700 1.1rem/1.4 var(--serif)}
.opening-picture{margin-top:1.25rem;max-width:32rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1.25rem;margin-top:1.25rem}
.figures div{border-top:3px solid var(--accent);padding-top:.6rem}
.figures dt{color:var(--soft);font-size:.875rem}
.figures dd strong{display:block;font-size:2rem;line-height:1.2;font-variant-numeric:tabular-nums}
.figures dd span{color:var(--soft);font-size:.875rem;line-height:1.4;display:block}
.about-report{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem 1rem;margin-top:1.25rem;font-size:.9375rem}
.about-report dt{color:var(--soft)}
.report .action{display:inline-block;margin-top:1.5rem;padding:.65rem 1.2rem;border:1px solid currentColor;border-radius:4px;text-decoration:none;font-weight:600}
.report .method li{margin-top:.35rem}
.report .method ul{list-style:disc;padding-left:1.3rem;font-size:.9375rem;color:var(--soft)}
.hash dt{margin-top:.5rem;color:var(--soft);font-size:.9375rem}
.hash dd{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8125rem;overflow-wrap:anywhere}
.table td a{display:inline-block;min-width:11rem;overflow-wrap:anywhere}
.report .text{margin-top:.75rem}
`;
