/**
 * HTML that programs put into the clipboard: `form` says where it comes from, `markdown` what the editor has to make of it, and `published`
 * what readers get of that, without the attributes of its elements but links and starts of lists.
 */
export const clipboards: readonly { form: string; html: string; markdown: string; published?: string }[] = [
  {
    form: "Word 365, Windows: written after the clipboard's form (conditional comments, mso-list, o:p, file:// pictures)",
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>
<meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} @list l0:level1 {mso-level-number-format:bullet;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->
<h1><b><span style='font-family:"Arial",sans-serif;color:#2F5496'>Werk eröffnet<o:p></o:p></span></b></h1>
<p class=MsoNormal>Ein <b style='mso-bidi-font-weight:normal'>fettes</b> und <i>schräges</i>
Wort mit <span style='color:red;background:yellow'>Farbe</span> und <a href="https://example.org/?utm_source=mail&amp;a=1&amp;fbclid=x"><span style='color:blue'>Link</span></a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<h2>Zahlen<o:p></o:p></h2>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>eins<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>tief<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]><b>zwei</b><o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>erstens</p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span><![endif]>zweitens</p>
<p class=MsoNormal>Neu<del cite="mailto:A" datetime="2026-11-20T10:00">alt</del><ins cite="mailto:A" datetime="2026-11-20T10:00">eingefügt</ins><span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[A1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span>.</p>
<table class=MsoTableGrid border=1 cellspacing=0><tr><td width=100 valign=top style='border:solid windowtext 1.0pt'><p class=MsoNormal><b>Jahr</b><o:p></o:p></p></td><td colspan=2><p class=MsoNormal>Wert</p></td></tr>
<tr><td rowspan=2><p class=MsoNormal>2025</p></td><td><p class=MsoNormal align=right>12</p></td><td><p class=MsoNormal>a</p><p class=MsoNormal>b</p></td></tr>
<tr><td>13</td><td></td></tr></table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="x"><v:imagedata src="file:///C:/x.png"/></v:shape><![endif]--><![if !vml]><img width=200 height=100 src="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="x"><![endif]></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Bitte prüfen</p></div></div>
<!--EndFragment--></body></html>`,
    markdown: `## Werk eröffnet

Ein **fettes** und *schräges* Wort mit Farbe und [Link](https://example.org/?a=1).

### Zahlen

- eins
  - tief
- **zwei**

1. erstens
2. zweitens

Neueingefügt.

| **Jahr** | Wert |  |
| --- | --- | --- |
| 2025 | 12 | a b |
|  | 13 |  |

*\\[Bild fehlt: bitte einzeln einfügen\\]*`,
    published:
      '<h2>Werk eröffnet</h2><p>Ein <strong>fettes</strong> und <em>schräges</em> Wort mit Farbe und <a href="https://example.org/?a=1">Link</a>.</p><h3>Zahlen</h3><ul><li>eins<ul><li>tief</li></ul></li><li><strong>zwei</strong></li></ul><ol><li>erstens</li><li>zweitens</li></ol><p>Neueingefügt.</p><div><table><thead><tr><th><strong>Jahr</strong></th><th>Wert</th><td></td></tr></thead><tbody><tr><td>2025</td><td>12</td><td>a b</td></tr><tr><td></td><td>13</td><td></td></tr></tbody></table></div><p><em>[Bild fehlt: bitte einzeln einfügen]</em></p>',
  },
  {
    form: "Word for the web: written after the clipboard's form (OutlineElement, TextRun, one list for each item)",
    html: `<meta charset='utf-8'><div class="OutlineElement Ltr SCXW1 BCX0" style="direction: ltr;"><p class="Paragraph SCXW1 BCX0" role="heading" aria-level="2"><span data-contrast="auto" class="TextRun SCXW1 BCX0" style="font-size: 16pt; font-weight: bold;"><span class="NormalTextRun SCXW1 BCX0">Zahlen</span></span><span class="EOP SCXW1 BCX0" data-ccp-props="{}"> </span></p></div><div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0"><span class="TextRun SCXW1 BCX0" style="font-weight: bold;"><span class="NormalTextRun SCXW1 BCX0">Fett</span></span><span class="TextRun SCXW1 BCX0" style="font-weight: normal;"><span class="NormalTextRun"> und normal</span></span><span class="EOP SCXW1 BCX0"> </span></p></div><div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1 BCX0" role="list"><li data-leveltext="·" data-listid="2" aria-setsize="-1" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">eins</span></span><span class="EOP"> </span></p></li></ul></div><div class="ListContainerWrapper SCXW1 BCX0"><ul role="list"><li data-listid="2" data-aria-level="2" role="listitem"><p class="Paragraph"><span class="TextRun">tief</span><span class="EOP"> </span></p></li></ul></div><div class="ListContainerWrapper SCXW1 BCX0"><ul role="list"><li data-listid="2" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun">zwei</span></p></li></ul></div>`,
    markdown: "## Zahlen\n\n**Fett** und normal\n\n- eins\n  - tief\n- zwei",
    published:
      "<h2>Zahlen</h2><p><strong>Fett</strong> und normal</p><ul><li>eins<ul><li>tief</li></ul></li><li>zwei</li></ul>",
  },
  {
    form: "Google Docs: written after the clipboard's form (b of normal weight around all, spans with styles, lists between items)",
    html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-99a19ca5-7fff-0ff9"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">Zahlen</span></h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;color:#000000;font-weight:400;font-style:normal;white-space:pre-wrap;">Ein </span><span style="font-size:11pt;font-weight:700;font-style:normal;">fettes</span><span style="font-weight:400;"> und </span><span style="font-weight:700;font-style:italic;">beides</span><span style="font-weight:400;">, </span><a href="https://www.google.com/url?q=https://example.org/a?gclid%3D1&amp;sa=D" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">Link</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">eins</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span>tief</span></p></li></ul><li dir="ltr" aria-level="1"><p role="presentation"><span>zwei</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    markdown:
      "## Zahlen\n\nEin **fettes** und ***beides***, [Link](https://example.org/a)\n\n- eins\n  - tief\n- zwei",
    published:
      '<h2>Zahlen</h2><p>Ein <strong>fettes</strong> und <em><strong>beides</strong></em>, <a href="https://example.org/a">Link</a></p><ul><li>eins<ul><li>tief</li></ul></li><li>zwei</li></ul>',
  },
  {
    form: "Outlook: written after the form of its mails (a table that only lays out, links in safelinks, MsoNormal)",
    html: `<html><body><div class="WordSection1"><table border="0"><tr><td><p class="MsoNormal"><span style="mso-fareast-language:EN-US">Sehr geehrte Frau Berg,<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal"><a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fx&amp;data=05">hier</a> und <a href="mailto:a@b.example">a@b.example</a><img src="cid:image001.png@01D" width="300"></p></td></tr></table></div></body></html>`,
    markdown:
      "Sehr geehrte Frau Berg,\n\n[hier](https://example.org/x) und <a@b.example>*\\[Bild fehlt: bitte einzeln einfügen\\]*",
    published:
      '<p>Sehr geehrte Frau Berg,</p><p><a href="https://example.org/x">hier</a> und <a href="mailto:a@b.example">a@b.example</a><em>[Bild fehlt: bitte einzeln einfügen]</em></p>',
  },
  {
    form: "Word 365: written after the clipboard's form (a style for quotations, runs of spaces, a numbered list that goes on after a paragraph)",
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=DE style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<p class=MsoQuote><span lang=DE>Ein guter Tag<span style='mso-spacerun:yes'>\u00a0 </span>für Bremen.<o:p></o:p></span></p>
<p class=MsoIntenseQuote>Sagt<span style='mso-tab-count:1'>\u00a0\u00a0\u00a0\u00a0 </span>z.&nbsp;B. sie.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-bidi-font-family:Calibri'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>eins<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span><![endif]>zwei<o:p></o:p></p>
<p class=MsoNormal>Dazwischen.<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>3.<span>&nbsp;</span></span><![endif]>drei<o:p></o:p></p>
<p class=MsoNormal>Danach.<o:p></o:p></p>
<ol style='margin-top:0cm' start=4 type=1><li class=MsoNormal style='mso-list:l1 level1 lfo2;tab-stops:list 36.0pt'><b>vier</b> und Text<o:p></o:p></li></ol>
<!--EndFragment--></body></html>`,
    markdown: `> Ein guter Tag für Bremen.

> Sagt z.\u00a0B. sie.

1. eins
2. zwei

Dazwischen.

3. drei

Danach.

4. **vier** und Text`,
    published:
      '<blockquote><p>Ein guter Tag für Bremen.</p></blockquote><blockquote><p>Sagt z.\u00a0B. sie.</p></blockquote><ol><li>eins</li><li>zwei</li></ol><p>Dazwischen.</p><ol start="3"><li>drei</li></ol><p>Danach.</p><ol start="4"><li><strong>vier</strong> und Text</li></ol>',
  },
  {
    form: "Word for the web: written after the clipboard's form (handles within a table, a list of several parts that goes on)",
    html: `<html><body><!--StartFragment--><div class="OutlineElement Ltr SCXW1 BCX8"><div class="TableContainer Ltr SCXW1"><table class="Table Ltr TableWordWrap" border="1" data-tablestyle="MsoTableGrid" aria-rowcount="2"><tbody><tr class="TableRow" role="row"><td class="FirstRow FirstCol" role="rowheader"><div class="TableHoverRowHandle"></div><div class="TableCellLeftBorderHandle"></div><div class="TableCellContent"><div class="OutlineElement Ltr"><p class="Paragraph" lang="DE-DE"><span class="TextRun"><span class="NormalTextRun">Jahr</span></span><span class="EOP" data-ccp-props="{}">&nbsp;</span></p></div></div></td><td><div class="TableCellContent"><div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun">Wert</span></p></div></div></td></tr><tr role="row"><td><div class="TableCellContent"><p class="Paragraph"><span class="TextRun">2025</span></p></div></td><td><div class="TableCellContent"><p class="Paragraph"><span class="TextRun">12</span></p></div></td></tr></tbody></table></div></div><div class="ListContainerWrapper"><ol class="NumberListStyle1" role="list" start="1"><li data-leveltext="%1." data-listid="10" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun">eins</span><span class="EOP"> </span></p></li></ol></div><div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun">Dazwischen.</span><span class="EOP"> </span></p></div><div class="ListContainerWrapper"><ol role="list" start="2"><li data-listid="10" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun">zwei</span></p></li></ol></div><div class="ListContainerWrapper"><ol role="list" start="3"><li data-listid="10" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun">drei</span></p></li></ol></div><!--EndFragment--></body></html>`,
    markdown: "| Jahr | Wert |\n| --- | --- |\n| 2025 | 12 |\n\n1. eins\n\nDazwischen.\n\n2. zwei\n3. drei",
    published:
      '<div><table><thead><tr><th>Jahr</th><th>Wert</th></tr></thead><tbody><tr><td>2025</td><td>12</td></tr></tbody></table></div><ol><li>eins</li></ol><p>Dazwischen.</p><ol start="2"><li>zwei</li><li>drei</li></ol>',
  },
  {
    form: "Google Docs: written after the clipboard's form (a table in a wrapper, a list to tick off, a break as a line of its own)",
    html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d-7fff-aaaa-bbbb-000000000000"><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;text-decoration:underline;white-space:pre;white-space:pre-wrap;">Liste</span><span style="font-weight:400;"><br /></span><span style="font-weight:400;">mit Haken</span></p><ul style="padding-inline-start:28px;"><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" width="17.6px" height="17.6px" alt="aktiviert" aria-roledescription="Kästchen" /><p dir="ltr" role="presentation" style="display:inline-block;"><span style="font-weight:400;text-decoration:line-through;">erledigt</span></p></li></ul><br /><div dir="ltr" align="left"><table style="border:none;"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td><p dir="ltr"><span style="font-weight:700;">a</span></p></td><td><p dir="ltr"><span>b</span></p><p dir="ltr"><span>c</span></p></td></tr><tr><td><p dir="ltr"><span>d</span></p></td><td><br /></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`,
    markdown: "Liste\\\nmit Haken\n\n- ~~erledigt~~\n\n| **a** | b c |\n| --- | --- |\n| d |  |",
    published:
      "<p>Liste<br>mit Haken</p><ul><li><s>erledigt</s></li></ul><div><table><thead><tr><th><strong>a</strong></th><th>b c</th></tr></thead><tbody><tr><td>d</td><td></td></tr></tbody></table></div>",
  },
  {
    form: "Outlook for the web: written after the form of its mails (lines in div, paragraphs parted by two breaks, an answer below a line)",
    html: `<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr"><div style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt;" class="elementToProof">Hallo Frau Berg,<br><br><b>vielen Dank</b> für Ihre Hilfe!<br>Gern mehr.</div><div class="elementToProof"><br></div><div class="elementToProof"><a href="https://example.org/a">ein Link<br>in zwei Zeilen</a></div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt"><b>Von:</b> Berg<br><b>Betreff:</b> Werk</font><div>&nbsp;</div></div></body></html>`,
    markdown:
      "Hallo Frau Berg,\n\n**vielen Dank** für Ihre Hilfe!\\\nGern mehr.\n\n[ein Link in zwei Zeilen](https://example.org/a)\n\n___\n\n**Von:** Berg\\\n**Betreff:** Werk",
    published:
      '<p>Hallo Frau Berg,</p><p><strong>vielen Dank</strong> für Ihre Hilfe!<br>Gern mehr.</p><p><a href="https://example.org/a">ein Link in zwei Zeilen</a></p><hr><p><strong>Von:</strong> Berg<br><strong>Betreff:</strong> Werk</p>',
  },
  {
    form: "LibreOffice 7.4: made by `soffice --convert-to html` from a docx, as its clipboard is the same export",
    html: `<body lang="en-US" link="#4f81bd" vlink="#800000" dir="ltr"><h1 class="western">
Werk eröffnet</h1>
<p class="first-paragraph">Ein <b>fettes</b> und <i>schräges</i>
Wort mit <font color="#4f81bd"><a href="https://example.org/?utm_source=x&amp;a=1">Link</a></font>.</p>
<h2 class="western"><a name="zahlen"></a>Zahlen</h2>
<ul>
	<li><p class="compact">eins</p>
</ul>
<ul>
	<ul>
		<li><p class="compact">tief</p>
	</ul>
</ul>
<ul>
	<li><p class="compact">zwei</p>
</ul>
<ol>
	<li value="1"><p class="compact">erstens</p>
	<li><p class="compact">zweitens</p>
</ol>
<table width="528" cellpadding="7" cellspacing="0">
	<col width="250"/>

	<col width="250"/>

	<thead>
		<tr valign="bottom">
			<td width="250" style="border-top: none; padding: 0in"><p class="compact" align="left" style="orphans: 2; widows: 2">
				<font face="Cambria, serif"><font size="3" style="font-size: 12pt">Jahr</font></font></p>
			</td>
			<td width="250"><p class="compact" align="left"><font size="3" style="font-size: 12pt">Wert</font></p>
			</td>
		</tr>
	</thead>
	<tbody>
		<tr valign="top"><td width="250"><p class="compact">2025</p>
			</td><td width="250"><p class="compact">12</p>
			</td>
		</tr>
	</tbody>
</table>
<p class="block-text">Zitat</p>
</body>`,
    markdown: `## Werk eröffnet

Ein **fettes** und *schräges* Wort mit [Link](https://example.org/?a=1).

### Zahlen

- eins
  - tief
- zwei

1. erstens
2. zweitens

| Jahr | Wert |
| --- | --- |
| 2025 | 12 |

Zitat`,
    published:
      '<h2>Werk eröffnet</h2><p>Ein <strong>fettes</strong> und <em>schräges</em> Wort mit <a href="https://example.org/?a=1">Link</a>.</p><h3>Zahlen</h3><ul><li>eins<ul><li>tief</li></ul></li><li>zwei</li></ul><ol><li>erstens</li><li>zweitens</li></ol><div><table><thead><tr><th>Jahr</th><th>Wert</th></tr></thead><tbody><tr><td>2025</td><td>12</td></tr></tbody></table></div><p>Zitat</p>',
  },
  {
    form: "a page of the web, with its navigation's signs, nested blocks and a hidden part",
    html: `<article><header><h1>Titel</h1></header><div><div>Loser Text<br>nächste Zeile</div><p>Absatz mit <code>Code</code> und <em><strong>beidem</strong></em>, <a href="javascript:alert(1)">kein Link</a>.</p><p style="display:none">versteckt</p><img src="https://a.example/icon.png" width="16" height="16"><blockquote>Ein Zitat<p>zwei</p></blockquote><pre>a  b
c</pre><hr><form><input value="x"><button>los</button></form></div><ul><li>a<p>b</p><ol start="3"><li>c</li></ol></li></ul></article>`,
    markdown:
      "## Titel\n\nLoser Text\\\nnächste Zeile\n\nAbsatz mit `Code` und ***beidem***, kein Link.\n\n> Ein Zitat\n>\n> zwei\n\n```\na  b\nc\n```\n\n___\n\n- a\n\n  b\n\n  3. c",
    published:
      '<h2>Titel</h2><p>Loser Text<br>nächste Zeile</p><p>Absatz mit <code>Code</code> und <em><strong>beidem</strong></em>, kein Link.</p><blockquote><p>Ein Zitat</p><p>zwei</p></blockquote><pre><code>a  b\nc</code></pre><hr><ul><li><p>a</p><p>b</p><ol start="3"><li>c</li></ol></li></ul>',
  },
  {
    form: "another editor of the web: a deeper list in an item of its own",
    html: `<ul><li value="1"><span style="white-space: pre-wrap;">eins</span></li><li value="2"><ul><li value="1"><span>tief</span></li></ul></li><li value="2"><span>zwei</span></li></ul>`,
    markdown: "- eins\n  - tief\n- zwei",
    published: "<ul><li>eins<ul><li>tief</li></ul></li><li>zwei</li></ul>",
  },
  {
    form: "a page of the web: a link around a heading and paragraphs, and quotation marks that are none of its words",
    html: `<a href="https://a.example/"><h2>Werk in <em>Bremen</em></h2><p>Es öffnet.</p><p>  </p></a><p>Sie sagt: <q>Er rief: <q>Los</q></q>, <q>„schon da“</q> und <q> </q>.</p>`,
    markdown:
      "## [Werk in Bremen](https://a.example/)\n\n[Es öffnet.](https://a.example/)\n\nSie sagt: „Er rief: ‚Los‘“, „schon da“ und .",
  },
  {
    form: "a page of the web: a table with what stands above it",
    html: "<table><caption>Umsatz in <b>Mio.</b> Euro</caption><tr><th>Jahr</th><th>Betrag</th></tr><tr><td>2025</td><td>3</td></tr></table>",
    markdown: "Umsatz in **Mio.** Euro\n\n| Jahr | Betrag |\n| --- | --- |\n| 2025 | 3 |",
  },
  {
    form: "a picture as data, beside one that counts readers",
    html: `<p>vor<img src="https://t.example/p.gif" width="1" height="1"></p><img alt="Ein [Werk]" src="data:image/png;base64,iVBORw0KGgo=">`,
    markdown: "vor",
  },
];
