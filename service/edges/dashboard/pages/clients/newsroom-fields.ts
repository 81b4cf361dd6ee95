import {
  charactersMaxOf,
  type NewsroomSettings,
  newsroomSettings,
  type SettingName,
  settingNames,
} from "../../../../features/clients/newsroom-settings.ts";
import type { NewsroomChanges } from "../../../../features/newsroom/settings/rules.ts";
import { settingsStamp } from "../../../../features/newsroom/settings/settings-stamp.ts";
import type { NewsroomView } from "../../../../features/newsroom/settings/show-newsroom.ts";
import type { AccentColors } from "../../../../floor/web/accent-color.ts";
import { checkField, choiceField, optionalPickField, radioField } from "../../forms/choice-fields.ts";
import { optionalColorField } from "../../forms/color-field.ts";
import type { Field, ValuesOf } from "../../forms/fields.ts";
import {
  hiddenField,
  optionalAddressField,
  optionalAreaField,
  optionalTelephoneField,
  optionalTextField,
  textField,
} from "../../forms/text-fields.ts";

type SettingFields = { [Name in SettingName]: Field<NewsroomSettings[Name]> };

export const newsroomFields = {
  seenStamp: hiddenField({ charactersMax: 64 }),
  // The kind of a setting decides both what its field reads and the type of its value.
  ...(Object.fromEntries(settingNames.map((name) => [name, fieldOf(name)])) as SettingFields),
};

export type NewsroomValues = ValuesOf<typeof newsroomFields>;

/** All settings of a form: what is empty there is taken away. */
export function changesOf({ seenStamp: _stamp, ...changes }: NewsroomValues): NewsroomChanges {
  return changes;
}

/** What a form that was only typed in would change; for a preview nobody checks it. */
export function typedChanges(typed: Readonly<Record<string, readonly string[]>>): NewsroomChanges {
  const texts = settingNames
    .filter((name) => newsroomSettings[name].kind !== "flag" && typed[name] !== undefined)
    .map((name) => [name, (typed[name]?.[0] ?? "").replace(/\r\n?/g, "\n")]);
  return Object.fromEntries(texts);
}

/** What the form is filled with. */
export function typedNewsroom(view: NewsroomView) {
  return {
    seenStamp: settingsStamp(view),
    ...Object.fromEntries(settingNames.map((name) => [name, view[name] ?? ""])),
  };
}

function fieldOf(name: SettingName): Field<string | boolean | null> {
  const { kind, label, hint, emptyLabel = "", choices: labels = {}, notes = {} } = newsroomSettings[name];
  const named = { label, ...(hint === undefined ? {} : { hint }) };
  const text = { ...named, charactersMax: charactersMaxOf(name) };
  switch (kind) {
    case "flag":
      return checkField(named);
    case "choice":
      return choiceField({ ...named, labels });
    case "radio":
      return radioField({ ...named, labels, notes });
    case "picture":
      return optionalPickField({ ...named, emptyLabel });
    case "markdown":
      return optionalAreaField({ ...text, rows: 5 });
    case "url":
      return optionalAddressField(text);
    case "word":
      return textField(text);
    case "line":
    case "email":
      return optionalTextField(text);
    case "phone":
      return optionalTelephoneField(text);
    case "color":
      return optionalColorField(named);
  }
}

/** What is shown in place of a colour that can't be read; nothing for one that can. */
export function accentNote(chosen: string | null, shown: AccentColors | null): string {
  if (chosen === null || shown === null) return "";
  const others = [
    ...(shown.light === chosen.toLowerCase() ? [] : [`auf hellen Seiten ${shown.light}`]),
    ...(shown.dark === chosen.toLowerCase() ? [] : [`auf dunklen Seiten ${shown.dark}`]),
  ];
  return others.length === 0
    ? ""
    : `Damit der Kontrast zum Lesen reicht, wird die Farbe angepasst: ${others.join(", ")}.`;
}
