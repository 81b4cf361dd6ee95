import { describe, expect, test } from "bun:test";
import { renderMail } from "../../../service/floor/mail/render-mail.ts";

const to = { name: "Anna Müller", address: "anna@mueller.example" };

describe("a mail", () => {
  test("says the same as text and as HTML, with every value escaped", () => {
    const mail = renderMail({
      to,
      subject: "Neu",
      parts: [
        { kind: "heading", text: "A <b>fett</b>" },
        { kind: "quote", label: "Nachricht:", text: "eins\nzwei" },
        { kind: "button", label: "Öffnen", lead: "Hier öffnen:", url: "https://presse.example/a?b=1&c=2" },
        { kind: "entry", title: "Titel", facts: "heute", text: null, url: "https://presse.example/t" },
        { kind: "links", links: [{ label: "Abmelden", url: "https://presse.example/ab" }] },
      ],
    });
    expect(mail.text).toBe(
      "A <b>fett</b>\n\nNachricht:\n> eins\n> zwei\n\nHier öffnen:\nhttps://presse.example/a?b=1&c=2\n\n" +
        "Titel\nheute\nhttps://presse.example/t\n\nAbmelden:\nhttps://presse.example/ab\n",
    );
    expect(mail.html).toContain("A &lt;b&gt;fett&lt;/b&gt;");
    expect(mail.html).toContain('href="https://presse.example/a?b=1&amp;c=2"');
    expect(mail.html).not.toContain("<b>");
    expect(mail.html).toContain("prefers-color-scheme:dark");
  });

  test("has a subject of one line and at most 140 characters, emoji counted once", () => {
    const subjectOf = (subject: string) => renderMail({ to, subject, parts: [] }).subject;
    expect(subjectOf("Titel\r\nBcc: alle@example.org")).toBe("Titel Bcc: alle@example.org");
    expect([...subjectOf("😀".repeat(140))].length).toBe(140);
    expect([...subjectOf("😀".repeat(141))].length).toBe(140);
  });
});

test("a mail in an agency's name has its logo within itself, its colour, and pictures with their words", () => {
  const to = { name: "", address: "a@example.org" };
  const parts = [
    {
      kind: "picture",
      picture: { url: "https://p.example/a.jpg", alt: 'Ein "Werk"', width: 1600, height: 900 },
      url: "https://p.example/",
    },
    { kind: "button", label: "Lesen", lead: "Lesen:", url: "https://p.example/" },
  ] as const;
  const logo = { bytes: Uint8Array.of(1, 2), mediaType: "image/png", width: 600, height: 60 };
  const branded = renderMail({
    to,
    subject: "x",
    parts,
    brand: { name: "Agentur <A>", color: "#1a4d8f", logo },
  });
  const [, cid] =
    /src="cid:([^"]+)" alt="Agentur &lt;A&gt;" width="240" height="24"/.exec(branded.html) ?? [];
  expect(branded.attachments?.map((each) => [each.cid, each.contentType])).toEqual([
    [cid ?? "", "image/png"],
  ]);
  expect(branded.html).toContain("background:#1a4d8f");
  expect(branded.html).toContain('alt="Ein &quot;Werk&quot;" width="516" height="290"');
  expect(branded.text).toContain('Ein "Werk"');
  const named = renderMail({
    to,
    subject: "x",
    parts,
    brand: { name: "Agentur <A>", color: null, logo: null },
  });
  expect([named.attachments, named.html.includes("Agentur &lt;A&gt;</p>")]).toEqual([undefined, true]);
  expect(renderMail({ to, subject: "x", parts }).html).not.toContain("cid:");
});
