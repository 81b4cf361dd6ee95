import { describe, expect, test } from "bun:test";
import { readDocx } from "../../../service/press-text/docx/read-docx.ts";
import { makeDocx, makeZip, type Part, paragraph, partsOf } from "./make-docx.ts";
import { textOf } from "./support.ts";

describe("a hostile document", () => {
  const withPart = (part: Part) => makeZip([...partsOf(paragraph("Text")), part]);
  const document = (data: string | Buffer) =>
    makeZip(partsOf("").map((part) => (part.name === "word/document.xml" ? { ...part, data } : part)));

  test("that is a bomb is refused by what it says of itself, and by what it is", async () => {
    const zeros = Buffer.alloc(41_000_000);
    expect(await problemOf(withPart({ name: "word/media/a.png", data: zeros }))).toBe("too_large");
    // It says that it is small.
    expect(await problemOf(withPart({ name: "word/media/a.png", data: zeros, unpackedBytes: 1_000 }))).toBe(
      "damaged",
    );
    // Small in all, and still 1:1000.
    expect(await problemOf(withPart({ name: "word/media/a.png", data: Buffer.alloc(300_000) }))).toBe(
      "too_large",
    );
    expect(await problemOf(withPart({ name: "word/media/a.png", data: Buffer.alloc(200_000) }))).toBe("read");
    const random = Buffer.from(Array.from({ length: 17_000 }, () => crypto.randomUUID().repeat(28)).join(""));
    expect(random.length).toBeGreaterThan(16_000_000);
    expect(await problemOf(withPart({ name: "word/styles2.xml", data: random, isStored: true }))).toBe(
      "too_large",
    );
  });

  test("with more tags than memory is refused", async () => {
    const marks = (count: number) => {
      const others = partsOf("").flatMap(({ data }) => [...String(data).matchAll(/[<=]/g)]).length;
      return makeZip(partsOf("<w:p/>".repeat(count - others)).map((part) => ({ ...part, isStored: true })));
    };
    expect(await problemOf(marks(250_000))).toBe("read");
    expect(await problemOf(marks(250_001))).toBe("too_large");
  });

  test("with too many parts is refused, at 2,001", async () => {
    const parts = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `word/x${index}.bin`, data: "" }));
    expect(await problemOf(makeZip([...partsOf(paragraph("Text")), ...parts(1_997)]))).toBe("read");
    expect(await problemOf(makeZip([...partsOf(paragraph("Text")), ...parts(1_998)]))).toBe("too_large");
  });

  test("with entities of its own is refused, whatever it is written in", async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "c">${"<!ENTITY d '&b;&b;'>".repeat(50)}]><w:document/>`;
    expect(await problemOf(document(bomb))).toBe("damaged");
    expect(await problemOf(document(Buffer.from(bomb, "utf16le")))).toBe("damaged");
  });

  test("with paths out of its folder leads nowhere", async () => {
    const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image";
    const picture = `<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:link="p1"/></w:drawing></w:r></w:p>`;
    const relation = `<Relationship Id="p1" Type="${kind}" Target="../../../../etc/passwd" TargetMode="External"/>`;
    const bytes = makeZip([
      ...partsOf(paragraph("Titel") + paragraph("Text") + picture, relation),
      { name: "word/../../../etc/cron.d/x", data: "x" },
      { name: "/etc/passwd", data: "x" },
    ]);
    expect(await textOf(bytes)).toMatchObject({ markdown: "Text", pictures: [], leftOut: { pictures: 1 } });
  });

  test.each([
    ["blanks in a line", `a${" ".repeat(200_000)}b`],
    ["strokes in a first line", `a${"-".repeat(100_000)}b`],
  ])("with a long run of %s is read in a moment", async (_what, words) => {
    const start = performance.now();
    // As it is: packed it would be a bomb.
    const parts = partsOf(paragraph(words, "*fett") + paragraph("Text"));
    expect(await problemOf(makeZip(parts.map((part) => ({ ...part, isStored: true }))))).toBe("read");
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test("with fields within fields is refused, at 51 of them", async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const fields = (count: number, times = 1) =>
      makeDocx(
        `<w:p>${`${mark("begin").repeat(count)}<w:r><w:t>Wort</w:t></w:r>${mark("end").repeat(count)}`.repeat(times)}</w:p>`,
      );
    expect(await problemOf(fields(50, 2))).toBe("read");
    expect(await problemOf(fields(51))).toBe("damaged");
  });

  test("nested without end is refused or read, and ends nothing", async () => {
    const deep = (count: number) =>
      `${"<w:tbl><w:tr><w:tc>".repeat(count)}${paragraph("unten")}${"</w:tc></w:tr></w:tbl>".repeat(count)}`;
    expect((await textOf(makeDocx(paragraph("Titel") + paragraph("Text") + deep(10)))).markdown).toContain(
      "unten",
    );
    expect(await problemOf(makeDocx(deep(200)))).toBe("read");
    const stored = partsOf(deep(20_000)).map((part) => ({ ...part, isStored: true }));
    expect(await problemOf(makeZip(stored))).toBe("damaged");
  });

  test.each([
    ["nothing", Buffer.alloc(0), "not_docx"],
    ["a picture", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "not_docx"],
    ["an old .doc", Buffer.from("d0cf11e0a1b11ae1", "hex"), "not_docx"],
    ["another archive", makeZip([{ name: "a.txt", data: "x" }]), "not_docx"],
    ["half a file", makeDocx(paragraph("Text")).subarray(0, 300), "damaged"],
    ["broken XML", document("<w:document"), "damaged"],
    ["no XML", document("kein XML"), "damaged"],
  ])("that is %s is refused with its reason", async (_what, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem as "damaged");
  });
});

const problemOf = async (bytes: Uint8Array) => {
  const answer = await readDocx(bytes);
  return "problem" in answer ? answer.problem : "read";
};
