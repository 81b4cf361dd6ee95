/** The section of texts: filter, editor with preview, and compared versions. */
export const textStyles = `
.sheet-frame:has(.editor){max-width:none}
.sheet-frame:has(.editor)>.page-head h1{font-size:1.25rem;line-height:1.3}
.editor-columns{display:grid;gap:2rem}
.editor-main{min-width:0}
.editor-main>*+*{margin-top:1.25rem}
.app .editor-main [name=title]{padding-block:.7rem;font:700 clamp(1.15rem,1rem + .8vw,1.5rem)/1.35 var(--serif)}
.app .editor-main [name=subtitle]{font-size:1.125rem}
.app .editor-main [data-growing]{overflow:hidden;resize:none}
.editor .hint:has(~.rich:not(.is-markdown)){display:none}
.editor .form>.buttons{position:sticky;bottom:0;z-index:3;margin-top:1.5rem;padding-block:.75rem;background:var(--paper);border-top:1px solid var(--line)}
.editor-form{min-width:0}
.editor-form>*+*{margin-top:1rem}
.editor .form{max-width:none}
.editor textarea[name=bodyMarkdown]{font:1rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.editor-side{min-width:0}
.editor-side h2{margin-top:0}
.app .editor-side>*+*{margin-top:1.5rem}
.editor-side .group+.group{margin-top:.5rem}
.editor-preview-head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem}
.app .editor-preview-head button{min-height:2.25rem;padding:.2rem .7rem;font-size:.875rem}
.editor-remarks{min-width:0}
.app .editor-remarks h2{margin-top:0}
.editor-remarks .remarks li{border-left:3px solid var(--mark);border-radius:0 5px 5px 0}
.editor-remarks .remarks .is-current{box-shadow:0 0 0 2px var(--mark)}
.editor-remarks .buttons{gap:.5rem;margin-top:.5rem}
.app .editor-remarks button{min-height:2.25rem;padding:.2rem .7rem;font-size:.875rem}
.preview-frame{display:block;width:100%;height:38rem;max-height:80vh;margin-top:.6rem;border:1px solid var(--line);border-radius:6px;background:var(--paper)}
.preview-frame.is-narrow{max-width:24.4rem}
.group{padding:.35rem 1rem;background:var(--card);border-radius:6px}
.group>summary{padding-block:.5rem;font-weight:600;cursor:pointer}
.group[open]{padding-bottom:1rem}
.group>*+*{margin-top:1rem}
.warnings{margin-top:.4rem;padding:.6rem .9rem;background:var(--card);border-left:3px solid var(--mark);border-radius:0 4px 4px 0;font-size:.9375rem}
.warnings li+li{margin-top:.5rem}
.warnings mark,.compared ins{color:inherit;background:color-mix(in srgb,var(--accent) 22%,transparent);text-decoration:none;border-radius:2px}
.warnings mark{color:var(--ink);background:color-mix(in srgb,var(--mark) 22%,transparent);font-weight:600}
.import{margin-bottom:1.5rem;padding:1rem}
.form+.import{max-width:38rem;margin-top:2rem}
.import>*+*{margin-top:.5rem}
.import label{font-weight:600}
.suggested button{min-height:0;margin:.15rem 0;padding:.2rem .6rem;font-size:.875rem}
.suggested button[aria-pressed=true]{color:var(--paper);background:var(--accent);border-color:var(--accent)}
.compared{max-width:43rem;white-space:pre-wrap;overflow-wrap:anywhere}
.compared del+ins{margin-inline-start:.25em}
.compared ins{text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:.18em}
.compared del{background:color-mix(in srgb,var(--mark) 16%,transparent);border-radius:2px}
.difference+.difference{margin-top:1.25rem}
.chosen{display:grid;gap:.75rem}
.chosen li{display:flex;gap:.9rem}
.chosen img{flex:none;width:6rem;height:4rem;object-fit:cover;border-radius:4px}
.chosen .facts{overflow-wrap:anywhere}
.choices{padding-left:1.2rem;list-style:disc}
.score strong{font:700 1.75rem/1.2 var(--serif)}
.criteria li{padding-block:.45rem}
.criteria .facts{display:block}
@media (max-width:48rem){
.editor .form>.buttons{gap:.5rem}
.editor .form>.buttons>*{padding-inline:.6rem;font-size:.875rem}
.editor .form>.buttons>a:not(.button){margin-left:auto;padding-inline:0}
}
@media (min-width:75rem){
.editor-columns{grid-template-columns:minmax(0,1.45fr) minmax(0,1fr)}
.editor-side{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 6rem);overflow-y:auto}
.preview-frame{height:50vh}
.editor-main{width:100%;max-width:52rem}
.editor-columns.has-remarks{grid-template-columns:minmax(0,1fr) 17rem}
.has-remarks>.editor-side{grid-column:1/-1;position:static;max-height:none}
.editor-remarks.is-beside .remarks{position:relative;display:block}
.editor-remarks.is-beside .remarks li{position:absolute;inset-inline:0}
}
@media (min-width:110rem){
.editor-columns.has-remarks{grid-template-columns:minmax(0,1.45fr) 17rem minmax(0,1fr)}
.has-remarks>.editor-side{grid-column:auto;position:sticky;max-height:calc(100vh - 6rem)}
}
@media print{.filter,.editor-form,.tabs{display:none}}
`;
