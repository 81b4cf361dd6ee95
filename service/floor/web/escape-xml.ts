/**
 * Escapes text for element content and quoted attributes of XML 1.0.
 * Characters that XML forbids (control characters, lone surrogates, U+FFFE, U+FFFF) are left out: one of them makes a whole feed unreadable.
 */
export function escapeXml(text: string): string {
  return text.replace(forbidden, "").replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** An element that holds nothing but text. */
export function xmlElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** Everything but the `Char` production of XML 1.0, section 2.2. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
