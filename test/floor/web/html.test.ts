import { describe, expect, test } from "bun:test";
import { escapeXml } from "../../../service/floor/web/escape-xml.ts";
import { escapeHtml, type HtmlValue, html, raw, renderHtml } from "../../../service/floor/web/html.ts";

describe("the html template", () => {
  test("escapes values for text and for quoted attributes", () => {
    const value = `"><script>'&`;
    expect(renderHtml(html`<a title="${value}">${value}</a>`)).toBe(
      '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;</a>',
    );
  });

  test("inserts finished HTML, lists and numbers, and nothing for nothing", () => {
    expect(renderHtml(html`${raw("<b>")}${["<", html`<i>`]}${0}${null}${undefined}${false}`)).toBe(
      "<b>&lt;<i>0",
    );
  });

  test("takes no object from outside for finished HTML", () => {
    const forged: HtmlValue = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}');
    expect(renderHtml(html`<p>${forged}</p>`)).not.toContain("<script>");
  });

  test("escapes what is escaped already once more, so that text is shown as it is", () => {
    expect(escapeHtml("&lt;")).toBe("&amp;lt;");
  });
});

describe("XML escaping", () => {
  test("escapes markup and leaves out what XML 1.0 forbids", () => {
    expect(escapeXml("a\u0000\u0008\u000b\u001f<&>\"'\ud800b\udc00\ufffe\uffff😀\t\n")).toBe(
      "a&lt;&amp;&gt;&quot;&apos;b😀\t\n",
    );
  });
});
