import { codeOf } from "../../errors.ts";
import { withinStep } from "./within-step.ts";

/** Removes a file; one that is not there is removed already, which AWS answers with 204 and Google with `NoSuchKey`. */
export async function removeS3File(file: Bun.S3File, timeoutMs: number): Promise<void> {
  await withinStep(file.delete(), timeoutMs).catch((error: unknown) => {
    if (codeOf(error) !== "NoSuchKey") throw error;
  });
}
