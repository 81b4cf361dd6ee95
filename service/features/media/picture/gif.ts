import { addPart, nothingSaid, type PictureFormat, UnreadablePictureError } from "./picture-facts.ts";

const headerBytes = 13;
const extension = 0x21;
const imageDescriptor = 0x2c;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;
/** How often a film repeats, and a colour profile. All other programs' blocks, comments and texts are left out. */
const allowedApplications: readonly string[] = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"];

/** Source: GIF89a specification, sections 15 to 27. */
export const gif: PictureFormat = {
  read(file) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    if (bytes.length < headerBytes) throw new UnreadablePictureError("no header");
    // A decoder takes the first frame of as many as there are.
    return { ...nothingSaid, width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  },
  allowedOnly(file) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const first = headerBytes + colourTableBytes(bytes[10] ?? 0);
    const kept = [bytes.subarray(0, first)];
    for (let at = first; at < bytes.length && bytes[at] !== trailer; ) {
      const end = endOfBlock(bytes, at);
      if (isAllowed(bytes, at)) addPart(kept, bytes.subarray(at, end));
      at = end;
    }
    return Buffer.concat([...kept, Buffer.from([trailer])]);
  },
};

function isAllowed(bytes: Buffer, at: number): boolean {
  if (bytes[at] === imageDescriptor || bytes[at + 1] === graphicControl) return true;
  return (
    bytes[at + 1] === application && allowedApplications.includes(bytes.toString("latin1", at + 3, at + 14))
  );
}

/** Throws UnreadablePictureError for what is no block, or ends in the middle. */
function endOfBlock(bytes: Buffer, begin: number): number {
  const isImage = bytes[begin] === imageDescriptor;
  if (!isImage && bytes[begin] !== extension) throw new UnreadablePictureError("no block");
  // A picture has its position, its own colours and a first code size before its data.
  let at = begin + (isImage ? 11 + colourTableBytes(bytes[begin + 9] ?? 0) : 2);
  for (let size = bytes[at]; size !== 0; size = bytes[at]) {
    if (size === undefined) throw new UnreadablePictureError("the file ends in the middle");
    at += size + 1;
  }
  return at + 1;
}

/** Bytes of the colour table that the flags of a screen or a frame announce. */
function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}
