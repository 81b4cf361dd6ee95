import { createHash } from "node:crypto";
import { ServiceError } from "../../../errors.ts";
import { type NewsroomSettings, settingNames } from "../../clients/newsroom-settings.ts";
import type { NewsroomChanges } from "./rules.ts";

/** Equal for equal settings: what a form sends back to say which ones it was filled with. */
export function settingsStamp(settings: NewsroomSettings): string {
  const values = settingNames.map((field) => settings[field]);
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}

/** Throws `version_conflict` with what stands there now, for each field that the caller wants to be something else. */
export function refuseOtherSettings(
  current: NewsroomSettings,
  changes: NewsroomChanges,
  seenStamp: string | undefined,
): void {
  if (seenStamp === undefined || seenStamp === settingsStamp(current)) return;
  const others = settingNames.filter(
    (field) => changes[field] !== undefined && changes[field] !== current[field],
  );
  const fieldErrors = Object.fromEntries(
    others.map((field) => [field, [`Inzwischen gespeichert: ${shown(current[field])}`]]),
  );
  throw new ServiceError(
    "version_conflict",
    "Somebody else has just changed settings of this newsroom. Look at them, and change again what you still want to.",
    { details: { formErrors: [], fieldErrors } },
  );
}

function shown(value: string | boolean | null): string {
  if (typeof value === "boolean") return value ? "an" : "aus";
  return value === null ? "nichts" : `„${value}“`;
}
