/** What the dashboard has beside the style of newsroom and approval pages. Colours are those of the newsroom. */
export const dashboardStyles = `
:root{--hint:#7a5300;--later:#3f4fa3}
@media (prefers-color-scheme:dark){:root{--hint:#e0b25c;--later:#a9b6f5}}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.app h1{font-size:clamp(1.625rem,1.4rem + 1vw,2.125rem)}
.app h2{font-size:1.25rem;margin-top:2.25rem}
.app h3{font-size:1.0625rem}
.side{display:flex;align-items:center;gap:.6rem;padding:.5rem 1.15rem;background:var(--card);border-bottom:1px solid var(--line)}
.side nav ul{display:grid;gap:.15rem}
.side>:is(.to-search,.to-menu){flex:none;display:inline-flex;align-items:center;min-height:2.5rem;padding:.4rem .75rem;border:1px solid var(--line);border-radius:4px;color:var(--ink);background:var(--paper);font:.9375rem/1.5 var(--sans);text-decoration:none}
.menu[popover]{width:min(22rem,calc(100vw - 2rem));max-height:calc(100dvh - 2rem);margin:1rem 1rem auto auto;padding:1rem;border:1px solid var(--line);border-radius:8px;color:inherit;background:var(--card)}
.menu[popover]:popover-open{display:grid;gap:1rem}
@supports not selector(:popover-open){.side{flex-wrap:wrap}.side>.to-menu,.filter-button{display:none}.menu[popover]{display:grid;gap:1rem;flex:1 1 100%;width:auto;max-height:none;margin:0;padding:0;border:0}}
.filter-button button{min-height:2.75rem}
.app .filter[popover]:popover-open{width:min(24rem,calc(100vw - 2rem));max-height:calc(100dvh - 2rem);margin:auto;padding:1.25rem;border:1px solid var(--line);border-radius:8px;color:inherit;background:var(--paper)}
:is(.menu,.filter)::backdrop{background:rgb(0 0 0/.3)}
.side nav a{display:block;padding:.5rem .75rem;border-radius:5px;color:var(--ink);text-decoration:none;white-space:nowrap}
.side nav a:hover{text-decoration:underline}
.side nav a[aria-current]{background:var(--paper);color:var(--accent);font-weight:650;box-shadow:inset 0 0 0 1px var(--line)}
.agency{flex:1;font:700 1.0625rem/1.35 var(--serif);min-width:0}
.agency a{display:block;overflow:hidden;text-overflow:ellipsis;padding-block:.15rem;color:inherit;text-decoration:none}
@supports (hyphenate-limit-chars:26 6){:is(.app h1,.app h2,.agency,.list th,.list .name){hyphens:auto;hyphenate-limit-chars:26 6}.side .agency{hyphenate-limit-chars:18 6}:is(.app .address,.app code,.domain h2,.list .facts,.log td){hyphens:manual}}
.side summary{padding-block:.4rem;cursor:pointer}
.side details{position:relative}
.after{margin-top:1.25rem}
.side details p{padding-block:.3rem}
.side details form{display:grid;gap:.35rem;margin-top:.35rem}
.side details button{width:100%;text-align:left;font-family:var(--sans);font-weight:400}
.person{font-size:.875rem;color:var(--soft);}
.person summary{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sheet-frame{max-width:64rem;padding:1.25rem clamp(1.15rem,4vw,3rem) 4rem}
.sheet-frame>:where(p,form,details,.buttons,.list,.copyable)+:where(p,form,details,.buttons,.list,.copyable,dl){margin-top:.75rem}
.search{position:relative;max-width:none;margin-top:0}
.search input:not(:placeholder-shown)+kbd{display:none}
.search kbd{position:absolute;right:.7rem;top:50%;transform:translateY(-50%);padding:0 .4rem;border:1px solid var(--line);border-radius:3px;color:var(--soft);font:.8125rem/1.5 var(--sans)}
.notice{margin-bottom:1.25rem;padding:.8rem 1rem;background:var(--card);border-left:3px solid var(--accent);border-radius:0 4px 4px 0}
.tabs{margin-bottom:1.5rem;border-bottom:1px solid var(--line);font-size:.9375rem}
.tabs ul{display:flex;flex-wrap:wrap;gap:0 1rem}
.tabs a{display:block;padding:.45rem 0;color:var(--soft);text-decoration:none;white-space:nowrap}
.tabs a:hover{color:var(--ink)}
.tabs a[aria-current]{color:var(--ink);font-weight:650;box-shadow:inset 0 -2px 0 var(--accent)}
.trail{font-size:.9375rem}
.trail ol{display:flex;flex-wrap:wrap;gap:.2rem .5rem}
.trail li{min-width:0;overflow-wrap:anywhere}
.trail li+li::before{content:"›";margin-right:.5rem;color:var(--soft)}
.page-head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem 1.5rem}
.page-head h1{min-width:0;overflow-wrap:anywhere}
.page-tools{display:flex;flex-wrap:wrap;gap:.6rem}
.lead{max-width:43rem;overflow-wrap:anywhere;margin-top:.5rem;color:var(--soft)}
.page-head+*:not(.lead),.lead+*{margin-top:1.5rem}
.page-head+.tabs,.lead+.tabs{margin-top:1rem}
.app h2+:is(p,ul,dl,details,form){margin-top:.5rem}
.app h2+:is(.nothing,.list,.work){margin-top:.75rem}
.app .sheet-frame>p+p{margin-top:.75rem}
.app p+:is(.list,.notice,.nothing){margin-top:1rem}
.app :is(.nothing,.form,.list)+section{margin-top:2rem}
.app .message{padding-block:0 1rem}
.app .message>p:first-child{margin-top:0}
.door .message{padding-block:0}
.form{max-width:38rem}
.form>*+*,.app .form>.problem,p+.form>.summary:first-child,#passkey+*{margin-top:1.25rem}
.field label,.field legend{font-weight:600;padding:0}
.field{border:0;margin-inline:0;padding:0;min-width:0}
.field .hint{color:var(--soft);font-size:.9375rem}
.field input[type=file]{display:block;max-width:100%;margin-top:.4rem}
.app ::file-selector-button{min-height:2.25rem;margin-right:.75rem;padding:.3rem .9rem;font:inherit;font-size:.9375rem;color:var(--accent);background:none;border:1px solid currentColor;border-radius:4px;cursor:pointer}
.optional{color:var(--soft);font-weight:400;font-size:.875rem}
.app .problem,.door .problem{color:var(--mark);font-weight:600;margin-top:.15rem}
.app [hidden]{display:none!important}
:is(.app,.door) :is(input,select,textarea){font:inherit;color:inherit}
:is(.app,.door) :is(input:not([type=checkbox],[type=radio],[type=file]),select,textarea){display:block;width:100%;min-height:2.75rem;margin-top:.35rem;padding:.5rem .75rem;background:var(--paper);border:1px solid var(--soft);border-radius:4px}
.search input{margin-top:0!important}
.app input[type=search]{-webkit-appearance:none;appearance:none}
:is(.app,.door) textarea{line-height:1.5;resize:vertical}
:is(.app,.door) [aria-invalid=true]{border:2px solid var(--mark)!important}
.field .box{display:flex;align-items:baseline;gap:.6rem;padding-block:.35rem;font-weight:400}
.boxes .box span{min-width:0;overflow-wrap:anywhere}
.field .box input{flex:none;width:1.1rem;height:1.1rem;accent-color:var(--accent);transform:translateY(.15rem)}
.boxes{display:grid;grid-template-columns:minmax(0,1fr);margin-top:.25rem;max-height:20rem;overflow-y:auto}
.buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.25rem}
.button{display:inline-flex;align-items:center;min-height:2.75rem;padding:.4rem 1.1rem;border:1px solid currentColor;border-radius:4px;font-size:.9375rem;text-decoration:none}
.button:hover{background:var(--card)}
:is(button,.button).primary{color:var(--paper);background:var(--accent);border-color:var(--accent);font-weight:600}
:is(button,.button).primary:hover{text-decoration:underline;text-underline-offset:.2em;background:var(--accent)}
button.danger{color:var(--mark)}
.summary{padding:.9rem 1.1rem;background:var(--card);border-left:3px solid var(--mark);border-radius:0 4px 4px 0}
.summary p{font-weight:600}
.summary ul{margin-top:.35rem;padding-left:1.2rem;list-style:disc}
.confirm summary{padding-block:.35rem;color:var(--accent);cursor:pointer;text-decoration:underline;text-underline-offset:.18em}
.confirm summary.button{text-decoration:none}
.confirm[open]{padding:.6rem .9rem .9rem;background:var(--card);border-radius:5px}
.confirm form{margin-top:.6rem}
.list{position:relative;overflow-x:auto}
.list caption{text-align:left}
.keys{margin-bottom:.75rem;color:var(--soft);font-size:.9375rem}
.list .facts{display:block;font-weight:400}
.list :is(.button,.confirm summary){white-space:nowrap}
.list thead a{color:inherit;text-decoration:none;white-space:nowrap}
.list thead a:hover,.list th[aria-sort] a{text-decoration:underline}
.list tbody tr:focus-within{background:var(--card)}
.nothing{padding:2rem 1.5rem;background:var(--card);border-radius:6px;color:var(--soft)}
.nothing strong{display:block;color:var(--ink);font:700 1.125rem/1.4 var(--serif)}
.nothing .buttons{margin-top:1rem}
.app p code{display:inline-block;max-width:100%;overflow-wrap:anywhere}
.state{display:inline-block;padding:.05rem .55rem;border:1px solid var(--line);border-radius:1rem;font-size:.8125rem;white-space:nowrap}
.state.good{color:var(--accent);border-color:currentColor}
.state.bad{color:var(--mark);border-color:currentColor}
.state.waiting{color:var(--hint);border-color:currentColor}
.state.planned{color:var(--later);border-color:currentColor}
.state.online{color:var(--paper);background:var(--accent);border-color:var(--accent)}
.state.past{color:var(--soft);border-style:dashed}
.facts-list{display:grid;gap:.7rem 2rem}
.facts-list>*{min-width:0;overflow-wrap:anywhere}
.facts-list dt{color:var(--soft);font-size:.875rem}
.door{max-width:31rem;padding-block:clamp(2.5rem,12vh,8rem) 3rem}
.door>*+*{margin-top:1.1rem}
.door h1{font-size:clamp(1.7rem,1.4rem + 1.5vw,2.25rem)}
.door .buttons button{width:100%}
#passkey-status:not(:empty){margin-top:.75rem}
@media (max-width:47.99rem){
.page-tools .primary{order:-1}
.list :is(table,tbody,tr,th,td){display:block;width:auto}
.list thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.list thead:is(:focus-within,:has(a)){position:static;display:block;width:auto;height:auto;overflow:visible;clip-path:none}
.list thead:has(a) tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 1rem;padding:0 0 .6rem}
.list thead:has(a) tr::before{content:"Sortieren:";color:var(--soft);font-size:.875rem}
.list thead:has(a) th:not(:has(a)){position:absolute;width:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%)}
.list thead a{display:inline-block;padding-block:.35rem;font-size:.875rem;font-weight:400}
.list tr{padding:.75rem .9rem}
.list tr+tr{margin-top:.6rem}
.list tbody tr{background:var(--card);border-radius:6px}
.list :is(th,td){padding:.15rem 0;border:0;text-align:left;white-space:normal;overflow-wrap:anywhere}
.list td:empty,.keys{display:none}
.list td[data-label]::before{content:attr(data-label) ": ";color:var(--soft);font-size:.875rem}
.list :is(.button,.confirm summary){white-space:normal}
.list .address,.list code.id{min-width:0}
.filter-button{margin-bottom:1.25rem}
.agency:not(.switch){overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.filter[popover]:not(:popover-open){display:none}
}
@media (min-width:48rem){
.list table{min-width:32rem}
.list :is(tbody th,.name){overflow-wrap:anywhere}
.list th:first-child{min-width:11rem}
.list .name{min-width:9rem}
.log .name{min-width:8rem}
.filter-button{display:none}
.filter[popover]{position:static;width:auto;max-width:none;margin:1.25rem 0;padding:0;border:0;overflow:visible;color:inherit;background:none}
.filter .buttons{grid-column-end:span 2}
}
@media (min-width:48rem) and (max-width:62rem){.list th:first-child{min-width:9rem}.list :is(th,td):not(:first-child){padding-left:.4em}.list :is(th,td):not(:last-child){padding-right:.4em}}
@media (min-width:62rem){
.side>:is(.to-search,.to-menu){display:none}
.side>.menu[popover]{display:contents}
.app{display:grid;grid-template-columns:15rem minmax(0,1fr);align-items:start}
.side{position:sticky;top:0;height:100vh;flex-direction:column;flex-wrap:nowrap;align-items:stretch;gap:1.25rem;padding:1.5rem 1rem;border-bottom:0;border-right:1px solid var(--line);overflow-y:auto}
.list time{white-space:nowrap}
.agency{flex:none;padding-inline:.75rem}
.person{margin-top:auto;max-width:none;padding-inline:.75rem}
.sheet-frame{padding-top:1.5rem}
.trail+.page-head,.sheet-frame>.page-head,.sheet-frame>.tabs:first-child{margin-top:0}
}
@media print{
.side,.search,.tabs,.trail,.page-tools,.buttons,.confirm,.notice,.app :is(button,.button,details:not([open]),.for-screens){display:none!important}
.app h2{margin-top:14pt!important;break-after:avoid}
.app{display:block}
.state.online{color:inherit;background:none}
.sheet-frame{max-width:none;padding:0}
.list{overflow:visible}
.list thead:has(a) tr::before{content:none}
.list table{min-width:0}
}
`;
