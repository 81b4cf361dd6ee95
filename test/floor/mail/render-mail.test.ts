import { describe, expect, test } from "bun:test";
import { type MailPart, renderMail } from "../../../service/floor/mail/render-mail.ts";

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

test("keeps lines that were broken by hand, names a picture, and speaks the language of the mail", () => {
  const picture = { url: "https://presse.example/p.png", alt: "Das Werk", width: 10, height: 10 };
  const parts: MailPart[] = [
    { kind: "paragraph", text: "Viele Grüße\nMeike" },
    { kind: "picture", picture, url: "https://presse.example/m" },
    { kind: "button", label: "Read", lead: "Read:", url: "https://presse.example/m" },
  ];
  const to = { name: "", address: "ada@blatt.example" };
  const german = renderMail({ to, subject: "x", parts });
  expect(german.text).toContain("Viele Grüße\nMeike\n\n[Bild: Das Werk]");
  expect(german.html).toContain('white-space:pre-line">Viele Grüße\nMeike</p>');
  const english = renderMail({ to, subject: "x", parts, language: "en" });
  expect(english.text).toContain("[Picture: Das Werk]");
  expect(english.html).toContain("If the button does not work");
  expect(english.html).not.toContain("Knopf");
});

test("is more than its picture to filters of spam, which count the bytes of its HTML", () => {
  const picture = { url: "https://presse.example/p.png", alt: "Das Werk", width: 10, height: 10 };
  const content = { to: { name: "", address: "ada@blatt.example" }, subject: "x" };
  const text: MailPart = { kind: "paragraph", text: "Kurz." };
  const shown: MailPart = { kind: "picture", picture, url: "https://presse.example/m" };
  // SpamAssassin's rules HTML_IMAGE_ONLY end at 3,200.
  expect(renderMail({ ...content, parts: [text, shown] }).html.length).toBeGreaterThan(3_200);
  expect(renderMail({ ...content, parts: [text] }).html.length).toBeLessThan(2_000);
});
