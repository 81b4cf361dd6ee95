/** A mail as its reader sees it: quoted-printable and base64 undone, lines joined. */
export function decodeMail(source: string): string {
  const joined = source.replace(/=\r?\n/g, "");
  const bytes = joined.replace(/(?:=[0-9A-F]{2})+/g, (run) =>
    Buffer.from(run.replaceAll("=", ""), "hex").toString("utf8"),
  );
  return bytes;
}
