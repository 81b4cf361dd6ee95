import type { FreshReads } from "../db/fresh-reads.ts";
import type { Sql } from "../db/open.ts";
import type { FairSeats } from "../limits/fair-seats.ts";
import type { Limiter } from "../limits/sliding-window.ts";
import type { Log } from "../log.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { MediaDeps } from "../media/add-asset.ts";
import type { TargetRules } from "../outbound/check-target.ts";
import type { DocxReader } from "../press-text/docx/docx-reader.ts";
import type { TextReader } from "../press-text/markdown/text-reader.ts";
import type { ArtifactStore } from "../reporting/exports/artifact-store.ts";
import type { ReportSeal } from "../reporting/integrity/report-seal.ts";
import type { SecretCipher } from "../secrets/secret-cipher.ts";
import type { OpenedWriter } from "../writer/open-writer.ts";

/** What pages and forms hand on to the verbs that they call. */
export type DashboardDeps = Pick<MediaDeps, "fileStore" | "pictures" | "uploads"> & {
  sql: Sql;
  /** Connections of their own for reads that can take long. */
  longReads: Sql;
  log: Log;
  limiter: Limiter;
  secrets: SecretCipher;
  texts: TextReader;
  /** Reads Word documents. */
  docx: DocxReader;
  freshReads: FreshReads;
  artifactStore: ArtifactStore;
  /** Signs reports and checks those that are read. */
  seal: ReportSeal;
  /** Seats for reads that may take long, shared with the API: an agency gets no more of them by asking twice. */
  heavyReads: FairSeats;
  /** Lets the reader of a request's answer take its time. */
  allowSlowReader: (request: Request) => void;
  targetRules: TargetRules;
  /** Null where no mail server is configured. */
  mailer: Pick<Mailer, "send"> | null;
  /** The script of the library that speaks to authenticators. */
  webauthnSource: string;
  /** Days in which a deleted agency can come back. */
  agencyGraceDays: number;
  /** Texts for search engines, where an AI server is configured. */
  writer: Pick<OpenedWriter, "seoWriter">;
  wake: (loopName: string) => void;
  /** Scheme and host that people see, without a slash at the end. */
  publicUrl: string;
  /** The service's own hosts, which are no client's domain. */
  serviceHosts: readonly string[];
};
