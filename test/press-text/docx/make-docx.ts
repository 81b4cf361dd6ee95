import { deflateRawSync } from "node:zlib";

/** A part of an archive; `unpackedBytes` is what the archive says of it, where that is a lie. */
export type Part = { name: string; data: Buffer | string; unpackedBytes?: number; isStored?: boolean };

/** A ZIP archive as Office writes it, or as somebody who wants harm does. */
export function makeZip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, unpackedBytes, isStored = false } of parts) {
    const plain = Buffer.from(data);
    const packed = isStored ? plain : deflateRawSync(plain);
    const sizes = { packed: packed.length, unpacked: unpackedBytes ?? plain.length };
    const method = isStored ? 0 : 8;
    const local = header(
      30,
      0x04034b50,
      [[8, method]],
      [
        [18, sizes.packed],
        [22, sizes.unpacked],
      ],
    );
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = header(
      46,
      0x02014b50,
      [[10, method]],
      [
        [20, sizes.packed],
        [24, sizes.unpacked],
        [42, offset],
      ],
    );
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = header(
    22,
    0x06054b50,
    [
      [8, parts.length],
      [10, parts.length],
    ],
    [
      [12, listed.length],
      [16, offset],
    ],
  );
  return Buffer.concat([...locals, listed, end]);
}

/** The parts of the smallest document, with this XML in its body. */
export function partsOf(body: string, relationships = ""): Part[] {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  return [
    {
      name: "_rels/.rels",
      data: `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      data: `<Relationships xmlns="${relations}">${relationships}</Relationships>`,
    },
    {
      name: "word/document.xml",
      data: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}"><w:body>${body}</w:body></w:document>`,
    },
  ];
}

export const makeDocx = (body: string, relationships?: string): Buffer =>
  makeZip(partsOf(body, relationships));

/** A paragraph of runs of text, bold where they begin with an asterisk. */
export function paragraph(...runs: string[]): string {
  const xml = runs.map((run) => {
    const isBold = run.startsWith("*");
    const text = run
      .slice(isBold ? 1 : 0)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;");
    return `<w:r>${isBold ? "<w:rPr><w:b/></w:rPr>" : ""}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  });
  return `<w:p>${xml.join("")}</w:p>`;
}

type At = readonly [at: number, value: number];

function header(bytes: number, mark: number, shorts: readonly At[], longs: readonly At[]): Buffer {
  const made = Buffer.alloc(bytes);
  made.writeUInt32LE(mark, 0);
  for (const [at, value] of shorts) made.writeUInt16LE(value, at);
  for (const [at, value] of longs) made.writeUInt32LE(value, at);
  return made;
}
