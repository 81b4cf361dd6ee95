import type { Config } from "../config.ts";
import type { WitnessStore } from "../reporting/integrity/witness.ts";
import { openWitnessFile } from "../reporting/integrity/witness-file.ts";
import { openS3WitnessStore } from "./s3/open-s3-witness-store.ts";

/** Where the heads of all chains of reports are kept outside the database: a file, and the exports' store where there is one. */
export function openWitnesses({
  dataDirectory,
  exportS3,
}: Pick<Config, "dataDirectory" | "exportS3">): WitnessStore[] {
  const stores = [openWitnessFile(dataDirectory)];
  return exportS3 === null ? stores : [...stores, openS3WitnessStore(exportS3)];
}
