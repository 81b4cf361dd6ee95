import type { FieldProblem } from "../../../floor/web/refuse-fields.ts";
import {
  legalTwins,
  type NewsroomSettings,
  newsroomSettings,
  type SettingName,
  settingNames,
  settingProblems,
} from "../../clients/newsroom-settings.ts";

/**
 * Settings of a newsroom that are to change; what is left out stays, null takes a setting away. Imprint and privacy notice are
 * an address or a text in Markdown: the one that is given replaces the other.
 */
export type NewsroomChanges = {
  [Name in SettingName]?: NewsroomSettings[Name] extends boolean ? boolean : string | null;
};

/** Texts without blanks around them, colours and ids in lower case, and empty texts as null: a form sends an empty field for "none". */
export function tidyChanges(changes: NewsroomChanges): NewsroomChanges {
  const tidied = settingNames.flatMap((name) => {
    const value = changes[name];
    return value === undefined ? [] : [[name, tidy(name, value)]];
  });
  return Object.fromEntries(tidied);
}

/** What is wrong with the changes by themselves. */
export function newsroomProblems(changes: NewsroomChanges): FieldProblem[] {
  const both = legalTwins.flatMap(({ url, markdown }) =>
    typeof changes[url] === "string" && typeof changes[markdown] === "string"
      ? [
          {
            field: url,
            german: "Bitte entweder eine Adresse oder einen Text angeben.",
            english: "give an address or a text, not both.",
          },
        ]
      : [],
  );
  const emptied = (["slug", "level", "language"] as const).flatMap((field) =>
    changes[field] === null ? [{ field, german: "Bitte ausfüllen.", english: "can't be empty." }] : [],
  );
  return [...settingProblems(changes), ...both, ...emptied];
}

/** The settings after changes in which nothing is wrong. */
export function changedSettings(before: NewsroomSettings, changes: NewsroomChanges): NewsroomSettings {
  // Every value has been held against its setting, so that a choice is one of its choices.
  const after: NewsroomSettings = { ...before, ...(changes as Partial<NewsroomSettings>) };
  for (const { url, markdown } of legalTwins) {
    if (typeof changes[url] === "string") after[markdown] = null;
    if (typeof changes[markdown] === "string") after[url] = null;
  }
  return after;
}

function tidy(field: SettingName, value: string | boolean | null): string | boolean | null {
  if (typeof value !== "string") return value;
  const trimmed = value.trim();
  if (trimmed === "") return null;
  return ["color", "picture"].includes(newsroomSettings[field].kind) ? trimmed.toLowerCase() : trimmed;
}
