/** A kind of file that an agency may store. */
export type MediaType = {
  mediaType: string;
  /** File extension in its addresses, without a dot. */
  extension: string;
  /** Name of the type in a refusal, such as "JPEG". */
  name: string;
  /** Pictures, films and sound are shown on a page; everything else is a download. */
  shownAs: "picture" | "film" | "sound" | null;
};

const office = "application/vnd.openxmlformats-officedocument";

/** Everything else is refused. A vector graphic may hold scripts, so it is never shown. */
const mediaTypes: readonly MediaType[] = [
  { mediaType: "image/jpeg", extension: "jpg", name: "JPEG", shownAs: "picture" },
  { mediaType: "image/png", extension: "png", name: "PNG", shownAs: "picture" },
  { mediaType: "image/webp", extension: "webp", name: "WebP", shownAs: "picture" },
  { mediaType: "image/avif", extension: "avif", name: "AVIF", shownAs: "picture" },
  { mediaType: "image/gif", extension: "gif", name: "GIF", shownAs: "picture" },
  { mediaType: "image/svg+xml", extension: "svg", name: "SVG", shownAs: null },
  { mediaType: "application/pdf", extension: "pdf", name: "PDF", shownAs: null },
  { mediaType: "application/zip", extension: "zip", name: "ZIP", shownAs: null },
  { mediaType: "video/mp4", extension: "mp4", name: "MP4", shownAs: "film" },
  { mediaType: "audio/mpeg", extension: "mp3", name: "MP3", shownAs: "sound" },
  { mediaType: `${office}.wordprocessingml.document`, extension: "docx", name: "DOCX", shownAs: null },
  { mediaType: `${office}.spreadsheetml.sheet`, extension: "xlsx", name: "XLSX", shownAs: null },
  { mediaType: `${office}.presentationml.presentation`, extension: "pptx", name: "PPTX", shownAs: null },
];

/** The kind of that name, or null where it may not be stored. */
export function mediaTypeOf(mediaType: string): MediaType | null {
  return mediaTypes.find((each) => each.mediaType === mediaType) ?? null;
}

/** Whether a page can show a file as a picture. */
export function isPicture({ mediaType }: { mediaType: string }): boolean {
  return mediaTypeOf(mediaType)?.shownAs === "picture";
}

/** "JPEG, PNG, …", for refusals. */
export const allowedNames: string = mediaTypes.map(({ name }) => name).join(", ");
