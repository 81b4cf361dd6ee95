import type { MediaDeps } from "../../features/media/add-asset.ts";
import type { ArtifactStore } from "../../features/reporting/exports/artifact-store.ts";
import type { ReadFirstHours } from "../../features/reporting/figures/read-first-hours.ts";
import type { ReportSeal } from "../../features/reporting/integrity/report-seal.ts";
import type { ReadPictures } from "../../features/reporting/reports/choose-pictures.ts";
import type { OpenedWriter } from "../../features/writer/open-writer.ts";
import type { FreshReads } from "../../floor/db/fresh-reads.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { FairSeats } from "../../floor/limits/fair-seats.ts";
import type { Limiter } from "../../floor/limits/sliding-window.ts";
import type { Mailer } from "../../floor/mail/mailer.ts";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import type { Log } from "../../log.ts";
import type { DocxReader } from "../../press-text/docx/docx-reader.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";

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
  /** Where pictures for reports come from. */
  readPictures: ReadPictures;
  /** Seats for reads that may take long, shared with the API: an agency gets no more of them by asking twice. */
  heavyReads: FairSeats;
  /** Of releases that have just appeared. */
  readFirstHours: ReadFirstHours;
  /** Lets the reader of a request's answer take its time. */
  allowSlowReader: (request: Request) => void;
  targetRules: TargetRules;
  /** Null where no mail server is configured. */
  mailer: Pick<Mailer, "send"> | null;
  /** The script of the library that speaks to authenticators. */
  webauthnSource: string;
  /** Days in which a deleted agency can come back. */
  agencyGraceDays: number;
  /** Who has checked the rules of countries for contacts of the media; null where nobody has. */
  contactRulesCheckedBy: string | null;
  /** Texts for search engines, where an AI server is configured. */
  writer: Pick<OpenedWriter, "seoWriter">;
  wake: (loopName: string) => void;
  /** Scheme and host that people see, without a slash at the end. */
  publicUrl: string;
  /** The service's own hosts, which are no client's domain. */
  serviceHosts: readonly string[];
};
