import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";

export type TlsFiles = { certFile: string; keyFile: string };
/** PEM texts: the certificate with its chain, and its private key. */
export type TlsPair = { cert: string; key: string };

/** Thrown for files that a server can't use; the message names the files and holds nothing of the key. */
export class TlsFilesError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TlsFilesError";
  }
}

/**
 * Reads a certificate and its key. Throws TlsFilesError when one can't be read or parsed, or when they do not belong
 * together, as between the two writes of a renewal.
 */
export async function readTlsFiles({ certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  const [cert, key] = await Promise.all([read(certFile, "TLS_CERT_FILE"), read(keyFile, "TLS_KEY_FILE")]);
  const certificate = parse(() => new X509Certificate(cert), `TLS_CERT_FILE (${certFile}) is no certificate`);
  const privateKey = parse(() => createPrivateKey(key), `TLS_KEY_FILE (${keyFile}) is no private key`);
  if (!certificate.checkPrivateKey(privateKey))
    throw new TlsFilesError(`The key in ${keyFile} is not that of the certificate in ${certFile}.`);
  return { cert, key };
}

async function read(path: string, variable: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new TlsFilesError(`${variable}: ${path} can't be read${code}.`, { cause: error });
  }
}

function parse<T>(work: () => T, message: string): T {
  try {
    return work();
  } catch {
    // The parser's own error may quote the text, and the text is a key.
    throw new TlsFilesError(`${message} in PEM form.`);
  }
}
