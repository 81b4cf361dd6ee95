import type { TableFacts } from "./facts-shape.ts";

const whileAgency = "as long as the agency";
const storage = "Says how the bytes are stored, and nothing about the pictures.";

export const mediaFacts: readonly TableFacts[] = [
  {
    table: "asset",
    holds: "Pictures and files of clients: name, alt text, credit, caption.",
    personal: "names in credits and captions",
    why: "To show them with releases and in newsrooms.",
    basis: "legitimate interest (f)",
    kept: "until it is removed, or as long as the agency",
    export: { german: "Bilder und Dateien Ihrer Kunden: Name, Alternativtext, Nachweis, Bildunterschrift" },
  },
  {
    table: "media_blob",
    holds: "Type, size and hash of each stored file.",
    personal: "none",
    why: "To store the same file once.",
    basis: "–",
    kept: "until no asset has it",
    export: { german: "Art, Größe und Prüfsumme der Dateien" },
  },
  {
    table: "media_file",
    holds: "Names of files in the store.",
    personal: "none",
    why: "So that no file in the store is forgotten.",
    basis: "–",
    kept: "until nothing holds the file",
    export: { leftOut: storage },
  },
  {
    table: "media_chunk",
    holds: "The bytes of files that came while no outside store was set.",
    personal:
      "people in pictures; names, mail addresses, telephone numbers and notes in files of contacts that wait to be imported",
    why: "To show them with releases and in newsrooms, and to import them.",
    basis: "legitimate interest (f)",
    kept: "until nothing holds the file",
    export: { leftOut: "The files lie in the archive under `files/`, each with its name." },
  },
  {
    table: "media_derivative",
    holds: "Smaller copies of pictures.",
    personal: "none",
    why: "So that pages load fast.",
    basis: "–",
    kept: "as long as the picture",
    export: { leftOut: "Made of the pictures, which are exported." },
  },
  {
    table: "media_quota",
    holds: "How much an agency stores and may store.",
    personal: "none",
    why: "To bound the store.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Ihr Speicherplatz" },
  },
  {
    table: "asset_upload",
    holds:
      "Uploads in parts that have not ended, and files that wait to be imported: their names. The bytes lie in `media_chunk` or in an outside store.",
    personal:
      "what the file holds: people in pictures, names, mail addresses, telephone numbers and notes in a file of contacts",
    why: "To go on after a break, and to import them.",
    basis: "legitimate interest (f)",
    kept: "a day; a file to be imported until then, at most 7 days",
    export: { leftOut: "Ends after a day, or with its import." },
  },
  {
    table: "asset_upload_part",
    holds: "Which parts of an upload have come.",
    personal: "none",
    why: "To go on after a break.",
    basis: "–",
    kept: "as long as the upload",
    export: { leftOut: "Ends with the upload." },
  },
  {
    table: "release_card",
    holds: "Which drawn or cropped picture a release has in link previews and mails.",
    personal: "none",
    why: "To draw it once; removing a picture of the client ends it.",
    basis: "–",
    kept: "as long as the release",
    export: { leftOut: "Drawn from the headline or cut from a picture that is in it." },
  },
];
