/**
 * Cuts a TrueType font down to some of its glyphs, for embedding in a PDF (OpenType 1.9; PDF 32000-1, 9.9).
 * Written here because fontkit's own subset leaves glyphs at odd offsets, which the short `loca` table can't express:
 * with the fonts of Google's build every second letter vanished.
 */
export type TrueTypeFile = {
  tables: Map<string, Uint8Array>;
  glyphCount: number;
  isLocaLong: boolean;
  /** Glyphs that have an own entry in `hmtx`; those after them share the last advance. */
  metricCount: number;
};

/** Components of composite glyphs refer to others, seldom more than two deep; 65,536 is the most a font can hold. */
const glyphsMax = 65_536;

const copiedTables = ["cvt ", "fpgm", "prep"] as const;

/** Reads the table directory. Throws when the file is no TrueType font with outlines in `glyf`. */
export function openTrueType(bytes: Uint8Array): TrueTypeFile {
  // A Buffer's `slice` shares its memory: without this plain view every subset would damage the font for the next.
  const file = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const view = viewOf(file);
  const tables = new Map<string, Uint8Array>();
  const tableCount = view.getUint16(4);
  for (let index = 0; index < tableCount; index += 1) {
    const entry = 12 + index * 16;
    const tag = String.fromCharCode(...file.subarray(entry, entry + 4));
    const offset = view.getUint32(entry + 8);
    tables.set(tag, file.subarray(offset, offset + view.getUint32(entry + 12)));
  }
  return {
    tables,
    glyphCount: viewOf(tableOf(tables, "maxp")).getUint16(4),
    isLocaLong: viewOf(tableOf(tables, "head")).getInt16(50) === 1,
    metricCount: viewOf(tableOf(tables, "hhea")).getUint16(34),
  };
}

/** A font file whose glyph 0 is `.notdef` and whose next glyphs are `glyphIds` in their order, then parts of composites. */
export function subsetTrueType(font: TrueTypeFile, glyphIds: readonly number[]): Uint8Array {
  const ids = [0, ...glyphIds];
  const positions = new Map(ids.map((id, position) => [id, position]));
  const outlines: Uint8Array[] = [];
  // The list grows while components are met.
  for (let index = 0; index < ids.length && index < glyphsMax; index += 1) {
    const outline = outlineOf(font, ids[index] ?? 0).slice();
    for (const place of componentPlaces(outline)) {
      const view = viewOf(outline);
      const id = view.getUint16(place);
      const position = positions.get(id) ?? ids.push(id) - 1;
      positions.set(id, position);
      view.setUint16(place, position);
    }
    outlines.push(outline);
  }
  const { glyf, loca } = joinOutlines(outlines);
  const tables = new Map<string, Uint8Array>([
    ["glyf", glyf],
    ["head", withUint16(tableOf(font.tables, "head"), 50, 1)],
    ["hhea", withUint16(tableOf(font.tables, "hhea"), 34, ids.length)],
    ["hmtx", metricsOf(font, ids)],
    ["loca", loca],
    ["maxp", withUint16(tableOf(font.tables, "maxp"), 4, ids.length)],
  ]);
  for (const tag of copiedTables) {
    const table = font.tables.get(tag);
    if (table !== undefined) {
      tables.set(tag, table);
    }
  }
  return joinTables(tables);
}

function outlineOf(font: TrueTypeFile, id: number): Uint8Array {
  const loca = viewOf(tableOf(font.tables, "loca"));
  if (id >= font.glyphCount) {
    return new Uint8Array();
  }
  const [start, end] = font.isLocaLong
    ? [loca.getUint32(id * 4), loca.getUint32(id * 4 + 4)]
    : [loca.getUint16(id * 2) * 2, loca.getUint16(id * 2 + 2) * 2];
  return tableOf(font.tables, "glyf").subarray(start, end);
}

const componentFlag = {
  argumentsAreWords: 0x1,
  hasScale: 0x8,
  moreFollow: 0x20,
  hasTwoScales: 0x40,
  hasMatrix: 0x80,
};

/** Where a composite glyph names its components; nothing for a simple one. */
function componentPlaces(outline: Uint8Array): number[] {
  const view = viewOf(outline);
  const places: number[] = [];
  if (outline.length === 0 || view.getInt16(0) >= 0) {
    return places;
  }
  let offset = 10;
  let flags = componentFlag.moreFollow;
  while ((flags & componentFlag.moreFollow) !== 0) {
    flags = view.getUint16(offset);
    places.push(offset + 2);
    offset += 4 + ((flags & componentFlag.argumentsAreWords) === 0 ? 2 : 4);
    if ((flags & componentFlag.hasScale) !== 0) {
      offset += 2;
    } else if ((flags & componentFlag.hasTwoScales) !== 0) {
      offset += 4;
    } else if ((flags & componentFlag.hasMatrix) !== 0) {
      offset += 8;
    }
  }
  return places;
}

function joinOutlines(outlines: readonly Uint8Array[]): { glyf: Uint8Array; loca: Uint8Array } {
  const loca = new Uint8Array((outlines.length + 1) * 4);
  const glyf = new Uint8Array(outlines.reduce((sum, outline) => sum + alignedLength(outline), 0));
  let offset = 0;
  outlines.forEach((outline, index) => {
    glyf.set(outline, offset);
    offset += alignedLength(outline);
    viewOf(loca).setUint32((index + 1) * 4, offset);
  });
  return { glyf, loca };
}

function metricsOf(font: TrueTypeFile, ids: readonly number[]): Uint8Array {
  const source = viewOf(tableOf(font.tables, "hmtx"));
  const metrics = new Uint8Array(ids.length * 4);
  const view = viewOf(metrics);
  const last = font.metricCount - 1;
  ids.forEach((id, index) => {
    view.setUint16(index * 4, source.getUint16(Math.min(id, last) * 4));
    const bearing = id <= last ? id * 4 + 2 : font.metricCount * 4 + (id - font.metricCount) * 2;
    view.setInt16(index * 4 + 2, source.getInt16(bearing));
  });
  return metrics;
}

function joinTables(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const tags = [...tables.keys()].toSorted();
  const headLength = 12 + tags.length * 16;
  const total = tags.reduce((sum, tag) => sum + alignedLength(tableOf(tables, tag)), headLength);
  const file = new Uint8Array(total);
  const view = viewOf(file);
  const power = 2 ** Math.floor(Math.log2(tags.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tags.length);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, (tags.length - power) * 16);
  let offset = headLength;
  tags.forEach((tag, index) => {
    const table = tableOf(tables, tag);
    const entry = 12 + index * 16;
    file.set(new TextEncoder().encode(tag), entry);
    view.setUint32(entry + 4, checksumOf(table));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, table.length);
    file.set(table, offset);
    offset += alignedLength(table);
  });
  return file;
}

function checksumOf(table: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < table.length; index += 4) {
    const word =
      ((table[index] ?? 0) << 24) |
      ((table[index + 1] ?? 0) << 16) |
      ((table[index + 2] ?? 0) << 8) |
      (table[index + 3] ?? 0);
    sum = (sum + word) >>> 0;
  }
  return sum;
}

function withUint16(table: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = table.slice();
  viewOf(copy).setUint16(offset, value);
  return copy;
}

function alignedLength(bytes: Uint8Array): number {
  return Math.ceil(bytes.length / 4) * 4;
}

function tableOf(tables: ReadonlyMap<string, Uint8Array>, tag: string): Uint8Array {
  const table = tables.get(tag);
  if (table === undefined) {
    throw new TypeError(
      `The font has no table ${tag}; give a TrueType file with outlines (.ttf), not .otf or .woff.`,
    );
  }
  return table;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
