import { isHexColor } from "../../floor/web/accent-color.ts";
import {
  emailProblem,
  lineProblem,
  oneOfProblem,
  phoneCharactersMax,
  phoneProblem,
  slugProblem,
  textProblem,
  urlCharactersMax,
  urlProblem,
  uuidProblem,
} from "../../floor/web/field-rules.ts";
import { mailAddressOctetsMax } from "../../floor/web/mail-address.ts";
import type { FieldProblem } from "../../floor/web/refuse-fields.ts";

/** What a value is held against, where the kind alone does not say it. */
type Bounds = {
  /** Where it is another than the kind's. The table of the database checks the same. */
  charactersMax?: number;
  /** What can be chosen, in the order of the form. */
  choices?: Readonly<Record<string, string>>;
};

export type Check = (field: string, value: string, bounds: Bounds) => FieldProblem | null;

/** How a setting is filled in: its bound in the form where the setting has none of its own, and what is wrong with a value. */
export const settingKinds = {
  line: {
    charactersMax: 200,
    check: (field, value, { charactersMax: max = 200 }) => lineProblem(field, value, { min: 1, max }),
  },
  url: { charactersMax: urlCharactersMax, check: urlProblem },
  markdown: {
    charactersMax: 2_000,
    check: (field, value, { charactersMax: max = 2_000 }) => textProblem(field, value, { min: 1, max }),
  },
  email: { charactersMax: mailAddressOctetsMax, check: emailProblem },
  phone: { charactersMax: phoneCharactersMax, check: phoneProblem },
  color: { charactersMax: 7, check: colorProblem },
  word: { charactersMax: 80, check: slugProblem },
  picture: { charactersMax: 36, check: uuidProblem },
  choice: { charactersMax: 0, check: choiceProblem },
  radio: { charactersMax: 0, check: choiceProblem },
  flag: { charactersMax: 0, check: () => null },
} satisfies Record<string, { charactersMax: number; check: Check }>;

/** A setting of a newsroom: all that is said of it anywhere. Form, command, columns, preview, log and press contact follow it. */
export type Setting = Bounds & {
  /** Where it is not the name of the setting. */
  column?: string;
  kind: keyof typeof settingKinds;
  /** Of its field in the form. */
  label: string;
  hint?: string;
  /** The column holds '' for none. */
  isNeverNull?: true;
  emptyLabel?: string;
  /** What each choice means, where its label does not say it. */
  notes?: Readonly<Record<string, string>>;
  /** Option of `newsroom set` and what it says. Without one the setting is given by its twin's (`legalTwins`). */
  option?: readonly [flags: string, about: string];
  /** Set where the audit notes the values, which outlives texts and names of people: its name in the log, null for none. */
  auditLabel?: string | null;
  /** What it tells of a person, for the list of stored data. */
  personal?: string;
  /** A line of the press contact on the newsroom's pages, and what a link of it begins with. */
  contactLine?: { de: string; en: string; scheme?: "mailto:" | "tel:" };
};

function choiceProblem(field: string, value: string, { choices = {} }: Bounds): FieldProblem | null {
  return oneOfProblem(field, value, Object.keys(choices));
}

function colorProblem(field: string, value: string): FieldProblem | null {
  return isHexColor(value)
    ? null
    : {
        field,
        german: "Bitte eine Farbe eingeben, etwa #0a5a6a.",
        english: "expected a colour, for instance #0a5a6a.",
      };
}
