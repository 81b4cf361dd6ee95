import type { ReleaseFile } from "./release-file.ts";

/** A release as an editorial system takes it: headline, text, who is behind it and whom to call, without any marks. */
export function plainRelease(
  file: ReleaseFile,
  { text, about }: { text: string; about: string | null },
): string {
  const parts = [
    `${file.kicker}, ${file.clientName}`,
    file.title,
    file.subtitle,
    file.correction,
    file.dateline,
    spaced(text),
    about === null || file.about === null ? null : `${file.about.title}\n\n${spaced(about)}`,
    file.contact === null ? null : [file.contact.title, ...file.contact.lines].join("\n"),
    file.url,
  ];
  return `${parts.filter((part) => part !== null && part !== "").join("\n\n")}\n`;
}

/** One line a block becomes one paragraph a block. */
export function spaced(plain: string): string {
  return plain.replaceAll("\n", "\n\n");
}
