import { namesPosition, nothingSaid, type PictureFormat, UnreadablePictureError } from "./picture-facts.ts";

/** Source: GIF89a specification, section 18. Its metadata lie between its frames, so nothing is taken out of it. */
export const gif: PictureFormat = {
  read(file) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    if (bytes.length < 13) throw new UnreadablePictureError("no header");
    return {
      ...nothingSaid,
      width: bytes.readUInt16LE(6),
      height: bytes.readUInt16LE(8),
      hasPosition: namesPosition(bytes),
      // A decoder takes the first frame of as many as there are.
      isAnimated: false,
    };
  },
  withoutPosition: () => null,
};
