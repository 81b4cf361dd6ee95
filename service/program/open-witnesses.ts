import { openReportSeal, type ReportSeal } from "../features/reporting/integrity/report-seal.ts";
import { createHeadNotes } from "../features/reporting/integrity/watch-heads.ts";
import type { WitnessStore } from "../features/reporting/integrity/witness.ts";
import { openWitnessFile } from "../features/reporting/integrity/witness-file.ts";
import type { Log } from "../log.ts";
import type { Config } from "./config.ts";
import { openS3WitnessStore } from "./s3/open-s3-witness-store.ts";

/** Where the heads of all chains of reports are kept outside the database: a file, and the exports' store where there is one. */
export function openWitnesses({
  dataDirectory,
  exportS3,
}: Pick<Config, "dataDirectory" | "exportS3">): WitnessStore[] {
  const stores = [openWitnessFile(dataDirectory)];
  return exportS3 === null ? stores : [...stores, openS3WitnessStore(exportS3)];
}

/** A seal whose reports have their heads in the file a moment after they are committed. */
export function openWitnessedSeal(config: Config, log: Log, countFault: () => void): Promise<ReportSeal> {
  const witness = createHeadNotes(openWitnessFile(config.dataDirectory), log);
  return openReportSeal({ ...config, log, countFault, witness });
}
