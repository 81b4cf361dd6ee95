/** The text editor: its tools, the text as readers will see it, and the dialog for pictures. */
export const richTextStyles = `
.rich{margin-top:.35rem;border:1px solid var(--soft);border-radius:4px;background:var(--paper)}
.rich.is-markdown{border-bottom:0;border-radius:4px 4px 0 0}
.rich.is-markdown :is(.rich-text,.rich-panel){display:none}
.rich.is-markdown+textarea{margin-top:0!important;border-radius:0 0 4px 4px}
.app .rich+textarea[hidden]{display:none}
.rich:focus-within{outline:2px solid var(--accent);outline-offset:-1px}
.rich-bar{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:.15rem;padding:.3rem;background:var(--card);border-bottom:1px solid var(--line);border-radius:4px 4px 0 0}
.app .rich-bar button{min-height:2.25rem;min-width:2.25rem;padding:.25rem .55rem;border:1px solid transparent;border-radius:4px;background:none;color:var(--ink);font:400 .875rem/1.3 var(--sans);white-space:nowrap}
.app .rich-bar button:hover{background:var(--paper);border-color:var(--line)}
.app .rich-bar button[aria-pressed=true]{background:var(--paper);border-color:var(--accent);color:var(--accent);font-weight:600}
.app .rich-bar button:is([aria-disabled=true],:disabled){color:var(--soft);opacity:.55;cursor:default}
.app .rich-bar button:focus-visible{outline:2px solid var(--accent);outline-offset:0}
.app .rich-bar button.bold{font-weight:700}
.app .rich-bar button.italic{font-style:italic;font-family:var(--serif)}
.app .rich-bar .rich-switch{margin-left:auto;border-color:var(--line)}
.rich-remarked{background:color-mix(in srgb,var(--mark) 16%,transparent);border-bottom:2px solid var(--mark)}
@media (max-width:48rem){
.rich-bar{gap:0;padding:.2rem}
.app .rich-bar button{min-width:1.75rem;padding:.2rem .35rem;font-size:.8125rem}
}
@media (max-width:48rem),(min-width:75rem){
.rich-bar [data-short]::before{content:attr(data-short)}
.rich-bar [data-short] span{display:none}
}
.rich-panel{padding:.75rem 1rem;background:var(--card);border-bottom:1px solid var(--line)}
.rich-panel>*+*{margin-top:.6rem}
.rich-note{padding:.35rem 1rem .5rem}
.rich-note:empty{display:none}
.ProseMirror{position:relative;min-height:22rem;padding:1.1rem clamp(.9rem,3vw,1.75rem) 2rem;outline:0;font-size:1.0625rem;line-height:1.6;overflow-wrap:break-word;white-space:break-spaces}
.ProseMirror>*{max-width:43rem;margin-inline:auto}
.ProseMirror>*+*{margin-top:1rem}
.app .ProseMirror h2{margin-top:1.6rem;font-size:1.3rem}
.app .ProseMirror h3{margin-top:1.3rem;font-size:1.1rem}
.app .ProseMirror h4{margin-top:1.1rem;font-size:1rem}
.ProseMirror>:first-child{margin-top:0!important}
.ProseMirror :is(ul,ol){padding-left:1.5rem}
.ProseMirror ul{list-style:disc}
.ProseMirror ol{list-style:decimal}
.ProseMirror li>*+*{margin-top:.4rem}
.ProseMirror blockquote{padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
.ProseMirror pre{padding:.75rem 1rem;background:var(--card);border-radius:4px;white-space:pre-wrap}
.ProseMirror table{width:100%;border-collapse:collapse;table-layout:fixed}
.ProseMirror :is(td,th){position:relative;padding:.35rem .6rem;border:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
.ProseMirror th{background:var(--card);font-weight:600}
.ProseMirror [data-align=right]{text-align:right}
.ProseMirror [data-align=center]{text-align:center}
.ProseMirror .selectedCell::after{content:"";position:absolute;inset:0;background:color-mix(in srgb,var(--accent) 18%,transparent);pointer-events:none}
.ProseMirror img{max-width:100%;height:auto;border-radius:3px}
.ProseMirror figure{margin-inline:auto}
.ProseMirror figure img{display:block;width:100%}
.ProseMirror figcaption{margin-top:.35rem;color:var(--soft);font-size:.9375rem}
.ProseMirror .ProseMirror-selectednode{outline:2px solid var(--accent);outline-offset:2px}
.ProseMirror-hideselection ::selection{background:transparent}
.ProseMirror-gapcursor{display:none;position:absolute;pointer-events:none}
.ProseMirror-focused .ProseMirror-gapcursor{display:block;width:1.25rem;border-top:1px solid var(--ink)}
.rich-lead{display:block;max-width:12rem;max-height:8rem;margin-top:.5rem;border-radius:4px}
.rich-wait{display:block;padding:.75rem 1rem;background:var(--card);border:1px dashed var(--soft);border-radius:4px;color:var(--soft)}
.rich-dialog{width:min(46rem,calc(100vw - 2rem));max-height:calc(100dvh - 3rem);margin:auto;padding:1.25rem 1.5rem;overflow-y:auto;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:8px}
.rich-dialog::backdrop{background:rgb(0 0 0/.45)}
.app .rich-dialog h2{margin-top:0}
.rich-dialog-body{margin-top:1rem}
.rich-dialog input[type=file]{display:block;margin-top:.35rem}
.rich-dialog-body>*+*,.rich-dialog .form>*+*{margin-top:1rem}
.rich-dialog .form>img{max-height:11rem;border-radius:4px}
.rich-library{display:grid;grid-template-columns:repeat(auto-fill,minmax(8rem,1fr));gap:.6rem;padding:0;list-style:none}
.app .rich-library button{display:block;width:100%;height:100%;padding:.35rem;text-align:left;font-weight:400;border-color:var(--line)}
.rich-library img{display:block;width:100%;height:6rem;object-fit:cover;border-radius:3px}
.rich-library span{display:block;margin-top:.3rem;font-size:.8125rem;overflow-wrap:anywhere}
`;
