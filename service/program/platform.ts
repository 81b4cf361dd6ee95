import type { Fetch } from "../floor/http/edge.ts";
import type { ResolveHost } from "../floor/outbound/check-target.ts";

/** What differs from runtime to runtime: how HTTP is taken, where the program's own files lie, and how names are looked up. */
export type Platform = {
  listen: (input: ListenInput) => Promise<Listener>;
  files: ProgramFiles;
  /** For hosts that agencies name; the system's resolver where it is left out. */
  lookUp?: ResolveHost;
};

export type ListenInput = {
  host: string;
  /** 0 takes a free one, which the listener's `url` then names. */
  port: number;
  /** PEM files; null for plain HTTP. */
  tls: { certFile: string; keyFile: string } | null;
  /** Whether further processes listen on the same port, and the kernel deals connections out among them. */
  sharesPort?: boolean;
  fetch: Fetch;
};

export type Listener = {
  /** Scheme, host and port, without a slash at the end. */
  url: string;
  /** Lets the reader of this request's answer pause for minutes. */
  allowSlowReader: (request: Request) => void;
  /** Lets nobody new in, as far as the runtime can; who is connected is served on. */
  refuseConnections(): void;
  /** Closes the port and idle connections; resolves when all answers are out. */
  drain(): Promise<void>;
  /** Closes the connections that are still open. */
  close(): Promise<void>;
};

/** Paths of files that the program reads while it runs. */
export type ProgramFiles = {
  reportFonts: { regular: string; semibold: string };
  swaggerUi: { css: string; script: string };
  webauthnScript: string;
  /** The module of the thread that draws reports. */
  renderWorker: URL;
  /** The module of the thread that parses feeds. */
  feedWorker: URL;
  /** The module of the thread that reads pages of media. */
  pageWorker: URL;
  /** The module of the thread that reads Markdown. */
  textWorker: URL;
  docxWorker: URL;
  moveWorker: URL;
  /** The module of the thread for what strangers send. */
  publicWorker: URL;
  /** The module of the thread that looks at uploaded files. */
  pictureWorker: URL;
};

/**
 * Larger than every body we take, so that our own 413 comes first: a plain form with a file of 100 MB. Bun reads no more of a body
 * than its handler takes, so what is refused costs no memory.
 */
export const requestBodyBytesMax = 110 * 1024 * 1024;
/**
 * A client that sends or takes nothing for this long is gone, and so is one whose body comes too slowly: at 12 KB/s it was ended after
 * 32 s, at 18 KB/s it was not (Bun 1.4.5). So no body of 256 KB is waited for any longer, by whichever route.
 */
export const idleTimeoutSeconds = 30;
/** One who downloads a file may pause for this long, on a train for instance. Bun's greatest is 255. */
export const slowReaderTimeoutSeconds = 240;
