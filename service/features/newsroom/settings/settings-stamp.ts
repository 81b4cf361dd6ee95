import { refuseChangedSince, stampOf } from "../../../floor/web/seen-stamp.ts";
import { type NewsroomSettings, settingNames } from "../../clients/newsroom-settings.ts";
import type { NewsroomChanges } from "./rules.ts";

/** `stampOf` a newsroom's settings, of which a view has more. */
export function settingsStamp(settings: NewsroomSettings): string {
  return stampOf(settingsOf(settings));
}

/** Throws `version_conflict` where somebody else has changed settings since `seenStamp`. */
export function refuseOtherSettings(
  current: NewsroomSettings,
  changes: NewsroomChanges,
  seenStamp: string | undefined,
): void {
  refuseChangedSince(settingsOf(current), { wanted: changes, seenStamp });
}

const settingsOf = (settings: NewsroomSettings) =>
  Object.fromEntries(settingNames.map((name) => [name, settings[name]]));
