/** A page of a medium around an article: a portal, a blog, or a page of twenty years ago. `[[text]]` becomes a link to `link`. */
export function asPage(
  paragraphs: readonly string[],
  { seed, headline, link }: { seed: number; headline: string; link: string },
): string {
  const frames = [portal, blog, oldPage];
  const frame = frames[seed % frames.length] ?? portal;
  const rel = ["", ' rel="nofollow noopener"', ' rel="sponsored"'][seed % 3];
  const marked = paragraphs.map((text) =>
    typography(text, seed)
      .replaceAll("&", "&amp;")
      .replaceAll(/\[\[(.+?)\]\]/g, `<a href="${link}?utm_source=x"${rel}>$1</a>`),
  );
  return frame(headline.replaceAll("&", "&amp;"), marked);
}

/** What editorial systems do to letters: other quotation marks, hidden hyphens, fixed blanks, ligatures. */
function typography(text: string, seed: number): string {
  const marks = [
    ["„", "“"],
    ["»", "«"],
    ['"', '"'],
  ][seed % 3] ?? ["„", "“"];
  const quoted = text.replaceAll("„", marks[0] ?? "").replaceAll("“", marks[1] ?? "");
  if (seed % 4 === 0) return quoted.replaceAll(/(\p{L}{5})(?=\p{Ll}{4})/gu, "$1\u00ad");
  if (seed % 4 === 1) return quoted.replaceAll(/(\d) /g, "$1\u00a0").replaceAll("fi", "ﬁ");
  return quoted;
}

const teasers = [
  "Kreisstraße bleibt bis Oktober gesperrt, Umleitung führt durch zwei Dörfer",
  "Handballer verlieren Heimspiel knapp und rutschen auf den letzten Platz",
  "So wird das Wetter am Wochenende: Sonne, Wolken und am Abend Gewitter",
  "Gemeinderat streitet über Parkgebühren und vertagt die Entscheidung erneut",
];

function portal(headline: string, paragraphs: readonly string[]): string {
  const list = teasers.map((text) => `<li><a href="/t"><h3>${text}</h3></a></li>`).join("");
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${headline} | Anzeiger</title>
<meta property="og:title" content="${headline}"><script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":${JSON.stringify(headline)}}</script>
<style>.a{color:red}</style><script>var tracking = "Die Anlage"; for (;;) break;</script></head><body>
<div id="consent" class="cookie-banner" role="dialog"><p>Wir und unsere 843 Partner verarbeiten Daten, um Anzeigen zu zeigen. Sie können Ihre Einwilligung jederzeit widerrufen.</p><button>Zustimmen</button></div>
<header><nav><ul><li><a href="/">Start</a></li><li><a href="/sport">Sport</a></li><li><a href="/abo">Abo</a></li></ul></nav></header>
<main><article class="article"><header><h1>${headline}</h1><p class="meta">Von unserer Redaktion, <time datetime="2026-11-20">20. November 2026</time></p></header>
<figure><img src="/a.jpg" alt=""><figcaption>Foto: Archiv</figcaption></figure>
<div class="article-body">${paragraphs.map((text, at) => `<p>${text}</p>${at === 1 ? '<div class="ad-slot">Anzeige</div>' : ""}`).join("\n")}</div></article>
<aside class="related"><h2>Das könnte Sie auch interessieren</h2><ul>${list}</ul></aside>
<section id="comments"><h2>Kommentare</h2><div class="comment"><p>Na, wenn das mal gut geht.</p></div><div class="comment"><p>Endlich!</p></div></section></main>
<footer><p>Impressum Datenschutz AGB. Alle Rechte vorbehalten. Nachdruck nur mit Genehmigung des Verlags.</p></footer></body></html>`;
}

function blog(headline: string, paragraphs: readonly string[]): string {
  return `<html><head><title>${headline}</title></head><body class="single"><div id="page"><div id="content"><div class="post hentry"><h2 class="entry-title">${headline}</h2>
<div class="entry-content">${paragraphs.map((text) => `<p>${text.replace(/^(\S+) (\S+)/, "<strong>$1 $2</strong>")}</p>`).join("")}</div>
<div class="sharedaddy">Teilen: <a href="#">Mail</a> <a href="#">Drucken</a></div></div></div>
<div id="sidebar" class="widget-area"><h3>Neueste Beiträge</h3><ul>${teasers.map((text) => `<li>${text}</li>`).join("")}</ul></div></div></body></html>`;
}

function oldPage(headline: string, paragraphs: readonly string[]): string {
  return `<HTML><HEAD><TITLE>Gemeindeblatt: ${headline}</TITLE></HEAD><BODY BGCOLOR=white><TABLE WIDTH=100%><TR><TD WIDTH=150><A HREF=index.html>Start</A><BR><A HREF=archiv.html>Archiv</A></TD>
<TD><FONT SIZE=5><B>${headline}</B></FONT><BR><BR>${paragraphs.join("<BR><BR>\n")}</TD></TR></TABLE></BODY></HTML>`;
}
