/** Files of a report's pictures by their SHA-256; one that is missing leaves no gap. */
export type PictureFiles = Readonly<Record<string, Uint8Array>>;
