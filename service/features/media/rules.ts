import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { toNormalForm } from "../../floor/strings/normal-form.ts";
import type { MediaType } from "./media-types.ts";
import { fileNameCharactersMax } from "./schema.ts";

/** Spellings of one extension, by the one that is kept. */
const otherExtensions: Readonly<Record<string, readonly string[]>> = { jpg: ["jpeg", "jpe", "jfif"] };
/** Characters that lead out of a folder, end a header, or hide the end of a name from whoever reads it. */
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/**
 * A name under which anybody can save the file: the last part of a path, without characters that mean something to a file system
 * or a header, ending as its content wants it. Nothing of it becomes a path here.
 */
export function safeFileName(name: string, { extension }: Pick<MediaType, "extension">): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const clean = toNormalForm(last.toWellFormed(), "NFC")
    .replace(unsafeCharacters, " ")
    .replace(/\s+/g, " ")
    .trim();
  const [, stem = clean, ending = ""] = /^(.*)\.([^.]*)$/.exec(clean) ?? [];
  const isRight = [extension, ...(otherExtensions[extension] ?? [])].includes(ending.toLowerCase());
  const whole = (isRight || isExtension(ending) ? stem : clean).replace(/^[.\s]+/, "");
  // Cut first: on a name of 80,000 dots the expression for the end takes seconds.
  const cut = firstCharacters(whole, fileNameCharactersMax - extension.length - 1);
  return `${cut.replace(/[.\s]+$/, "") || "datei"}.${extension}`;
}

/** "archive.zip" loses its ending where it is none of a ZIP; "Version 2.0" keeps its number. */
function isExtension(ending: string): boolean {
  return /^[a-z][a-z0-9]{1,4}$/i.test(ending);
}
