/** The words of a Markdown heading: number signs at their end would close it, and be read as none of them (CommonMark 0.31, 4.2). */
export function headingLine(written: string): string {
  return written.replace(/(^|\s)(#+)$/, "$1\\$2");
}
