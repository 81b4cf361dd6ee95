/** What the pages of the section Kunden have beside the style of the dashboard. */
export const clientStyles = `
.list-filter{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem 1rem;margin-bottom:1.5rem}
.list-filter .field{flex:1 1 12rem}
.list-filter button{min-height:2.75rem}
.client-logo img{max-height:4rem;max-width:14rem;margin-bottom:1rem}
.facts-grid{grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr))}
.with-preview{display:grid;gap:2rem 3rem}
.app .with-preview+section{margin-top:2.5rem}
.with-preview form{min-width:0}
.with-preview .hint{color:var(--soft);font-size:.9375rem}
.with-preview .form>h2{margin-top:2.5rem}
.with-preview .form>input:first-child+h2{margin-top:0}
.preview{display:flex;flex-direction:column;min-width:0}
.preview iframe{width:100%;height:36rem;margin-top:.75rem;border:1px solid var(--line);border-radius:5px;background:var(--paper)}
.template li{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .6rem;padding-block:.55rem;border-top:1px solid var(--line)}
.template li span:first-child{flex:1 1 12rem}
.rows .row{display:grid;gap:0 .6rem;grid-template-columns:repeat(auto-fit,minmax(min(9rem,100%),1fr));margin-top:.35rem}
@media (min-width:48rem){.rows .row:has(select){grid-template-columns:3fr 2fr 1fr}}
.rows .row+.row{padding-top:.35rem;border-top:1px solid var(--line)}
.rows button{margin-top:.75rem}
.plain{white-space:pre-line}
.domain+.domain,.domain+h2{margin-top:1.25rem}
.domain h2{margin-top:0;overflow-wrap:anywhere}
.domain>*+*{margin-top:.9rem}
.domain code{overflow-wrap:anywhere}
.media-grid{display:grid;gap:1.5rem 1.25rem;grid-template-columns:repeat(auto-fill,minmax(min(12rem,100%),1fr));margin-top:1.5rem}
.media-grid li,.upload-list li{min-width:0}
.media-grid :is(img,.media-kind){width:100%;height:9rem;object-fit:contain;background:var(--card);border-radius:5px}
.media-grid .state{white-space:normal;border-radius:.8rem}
:is(.upload,.form)+.nothing{margin-top:1.5rem}
.media-kind{display:grid;place-items:center;color:var(--soft)}
.media-name{margin-top:.4rem;overflow-wrap:anywhere}
.media-one :is(img,.media-kind){max-height:22rem;width:auto;min-height:4rem;background:var(--card);border-radius:5px}
.media-one p{margin-top:.6rem}
.media-one+.form{margin-top:1.5rem}
.color-line{display:flex;align-items:center;gap:.6rem}
.color-line .facts{flex:none}
.app .color-line.is-empty input[type=color]{background:linear-gradient(to top right,var(--paper) calc(50% - 1px),var(--mark) calc(50% - 1px) calc(50% + 1px),var(--paper) calc(50% + 1px))}
.color-line.is-empty input[type=color]::-webkit-color-swatch{opacity:0}
.color-line.is-empty input[type=color]::-moz-color-swatch{opacity:0}
.app .color-line input[type=color]{flex:none;width:4rem;padding:.2rem}
.focus{display:grid;gap:1rem}
.focus-target{position:relative;justify-self:start;min-height:0;padding:0;border:0;line-height:0;cursor:crosshair}
.focus-target img{max-height:22rem;width:auto;border-radius:5px}
.focus-point{position:absolute;width:1.5rem;height:1.5rem;margin:-.75rem;border:3px solid #fff;border-radius:50%;background:rgb(0 0 0/.35);box-shadow:0 0 0 2px #000}
.focus .crops{display:flex;flex-wrap:wrap;gap:1rem}
.focus .crops img{height:6rem;width:auto;object-fit:cover;border-radius:4px;background:var(--card)}
.crop-16-9{aspect-ratio:16/9}
.crop-4-3{aspect-ratio:4/3}
.crop-1-1{aspect-ratio:1}
.upload-all{display:grid;gap:1rem;padding-top:1rem;border-top:1px solid var(--line)}
.plain-list{list-style:disc;padding-left:1.2rem}
.upload h2{margin-top:0}
.upload>*+*{margin-top:.9rem}
.drop{padding:1.5rem;border:2px dashed var(--soft);border-radius:6px;background:var(--paper)}
.drop.over{border-color:var(--accent)}
.drop label{display:block;font-weight:600}
.drop input{max-width:100%;margin-top:.6rem}
.upload-list{display:grid;gap:1.5rem}
.upload-list progress{display:block;width:100%;max-width:24rem;accent-color:var(--accent)}
.upload-list img{max-height:8rem}
.upload-list form{margin-top:.75rem}
.upload-list .field+.field{margin-top:1rem}
@media (max-width:47.99rem){.template li span:first-child{flex-basis:100%}}
@media (min-width:80rem){
.with-preview{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.app:has(.with-preview) .sheet-frame{max-width:96rem}
.preview{position:sticky;top:1.5rem;height:calc(100vh - 3rem)}
.preview h2{margin-top:0}
.preview iframe{flex:1;height:auto}
}
`;
