/** Addresses of a text area: one a line, or with commas or semicolons between them. */
export function addressesOf(text: string | null): string[] {
  return (text ?? "").split(/[\s,;]+/).filter((address) => address !== "");
}
