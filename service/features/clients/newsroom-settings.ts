import type { FieldProblem } from "../../floor/web/refuse-fields.ts";
import { type Check, type Setting, settingKinds } from "./setting-kinds.ts";

const legal = {
  imprintUrl: setting("url", "Impressum: Adresse", {
    hint: "Ohne Impressum ist der Newsroom nicht zu sehen (§ 5 DDG). Geben Sie eine Adresse oder einen Text an.",
    option: ["--imprint <url|file>", "imprint: an address, or a Markdown file that the newsroom shows"],
    auditLabel: "Impressum",
  }),
  imprintMarkdown: setting("markdown", "Impressum: Text", {
    hint: "Der Newsroom zeigt ihn selbst. Markdown ist möglich.",
    // A long imprint has 5,000 characters.
    charactersMax: 20_000,
  }),
  privacyUrl: setting("url", "Datenschutz: Adresse", {
    option: ["--privacy <url|file>", "privacy notice, in the same way"],
    auditLabel: "Datenschutz",
  }),
  privacyMarkdown: setting("markdown", "Datenschutz: Text", {
    hint: "Der Newsroom zeigt ihn selbst. Markdown ist möglich.",
    // A long privacy policy has 30,000 characters.
    charactersMax: 50_000,
  }),
};

const pressContact = {
  contactName: setting("line", "Name", {
    option: ["--contact-name <name>", "press contact"],
    personal: "name",
  }),
  contactRole: setting("line", "Aufgabe", {
    hint: "Etwa „Pressesprecherin“.",
    option: ["--contact-role <role>", "what the press contact does there"],
    personal: "role",
  }),
  contactEmail: setting("email", "E-Mail-Adresse", {
    option: ["--contact-email <address>", "the press contact's mail address"],
    personal: "mail address",
    contactLine: { de: "E-Mail", en: "Email", scheme: "mailto:" },
  }),
  contactPhone: setting("phone", "Telefon", {
    option: ["--contact-phone <number>", "the press contact's telephone"],
    personal: "telephone",
    contactLine: { de: "Telefon", en: "Phone", scheme: "tel:" },
  }),
  contactPictureAssetId: setting("picture", "Bild des Kontakts", {
    hint: "Bilder kommen aus der Mediathek dieses Kunden.",
    emptyLabel: "Kein Bild",
    option: ["--contact-picture <asset>", "id of a picture of the press contact"],
  }),
};

const look = {
  boilerplate: setting("markdown", "Über den Kunden", {
    column: "description",
    hint: "Einige Sätze am Rand jeder Seite. Markdown ist möglich.",
    charactersMax: 2_000,
    isNeverNull: true,
    option: ["--boilerplate <file>", "Markdown file with a few sentences about the client"],
  }),
  websiteUrl: setting("url", "Website des Kunden", {
    option: ["--website <url>", "the client's own site"],
    auditLabel: "Website",
  }),
  logoAssetId: setting("picture", "Logo", {
    emptyLabel: "Kein Logo",
    option: ["--logo <asset>", "id of a picture with the logo"],
    auditLabel: null,
  }),
  accentColor: setting("color", "Akzentfarbe", {
    hint: "Für Links und Knöpfe, etwa „#0a5a6a“. Ohne Angabe gilt die Farbe des Dienstes.",
    option: ["--accent <colour>", "colour of links and buttons, for instance #0a5a6a"],
    auditLabel: "Akzentfarbe",
  }),
  language: setting("choice", "Sprache des Newsrooms", {
    hint: "Für alles, was um die Meldungen herum steht.",
    choices: { de: "Deutsch", en: "Englisch" },
    option: ["--language <language>", "de or en"],
    auditLabel: "Sprache",
  }),
};

export const levelLabels = {
  L0: "Nur Seitenaufrufe (L0)",
  L1: "Seitenaufrufe und Klicks (L1)",
  L2: "Seitenaufrufe, Klicks und Lesedauer (L2)",
};

const counting = {
  level: setting("radio", "Was gezählt wird", {
    hint: "Kein Cookie und nichts auf dem Gerät, bei jeder Stufe.",
    choices: levelLabels,
    notes: {
      L0: "Seitenaufrufe, ihre Herkunft und wer sie machte: Menschen, Suchmaschinen, KI.",
      L1: "Dazu Klicks auf Links, Downloads und Kontakte, gezählt beim Weiterleiten.",
      L2: "Dazu Lesedauer und wie weit gelesen wurde, durch ein kleines Skript auf der Seite.",
    },
    option: ["--level <level>", "what is counted: L0 views, L1 clicks too, L2 reading time too"],
    auditLabel: "Messstufe",
  }),
  allowsLlmsTxt: setting("flag", "llms.txt anbieten", {
    hint: "Eine Liste der Meldungen für KI-Systeme, die danach fragen.",
    option: ["--llms-txt", "offer llms.txt to language models"],
    auditLabel: "llms.txt",
  }),
};

const address = {
  slug: setting("word", "Ende der Adresse", {
    hint: "Achtung: Damit ändert sich die Adresse jeder Meldung. Die alte Adresse leitet für immer auf die neue um und wird nie wieder vergeben.",
    option: ["--slug <slug>", "another address word; the old one leads to it for ever"],
    auditLabel: "Ende der Adresse",
  }),
};

const table = { ...legal, ...pressContact, ...look, ...counting, ...address };

export type SettingName = keyof typeof table;

type ValueOf<S> = S extends { choices: Readonly<Record<infer Choice, unknown>> }
  ? Choice
  : S extends { kind: "flag" }
    ? boolean
    : S extends { kind: "word" }
      ? string
      : string | null;

/** All that can be set of a newsroom, as it is kept. */
export type NewsroomSettings = { -readonly [Name in SettingName]: ValueOf<(typeof table)[Name]> };

export const newsroomSettings: Readonly<Record<SettingName, Setting>> = table;
export const settingNames = namesOf(table);

type ContactLineName = {
  [Name in SettingName]: (typeof table)[Name] extends { contactLine: unknown } ? Name : never;
}[SettingName];

/** What stands in lines of its own with the press contact. */
export const contactLineNames = settingNames.filter(
  (name): name is ContactLineName => newsroomSettings[name].contactLine !== undefined,
);

/** Headings of the form, and what stands below each. */
export const settingSections: readonly { title: string; names: readonly SettingName[] }[] = [
  { title: "Impressum und Datenschutz", names: namesOf(legal) },
  { title: "Pressekontakt", names: namesOf(pressContact) },
  { title: "Auftritt", names: namesOf(look) },
  { title: "Messung und KI", names: namesOf(counting) },
  { title: "Adresse", names: namesOf(address) },
];

/** An address, or a text in Markdown that the newsroom shows itself: the one that is given replaces the other. */
export const legalTwins = [
  { url: "imprintUrl", markdown: "imprintMarkdown" },
  { url: "privacyUrl", markdown: "privacyMarkdown" },
] as const;

/** What is wrong with the texts among some settings, each by itself. */
export function settingProblems(
  settings: Readonly<Partial<Record<SettingName, string | boolean | null | undefined>>>,
): FieldProblem[] {
  return settingNames.flatMap((name) => {
    const value = settings[name];
    const setting = newsroomSettings[name];
    const check: Check = settingKinds[setting.kind].check;
    const problem = typeof value === "string" ? check(name, value, setting) : null;
    return problem === null ? [] : [problem];
  });
}

/** The longest text that the form takes. */
export function charactersMaxOf(name: SettingName): number {
  const { kind, charactersMax = settingKinds[kind].charactersMax } = newsroomSettings[name];
  return charactersMax;
}

function setting<const Kind extends Setting["kind"], const More extends Omit<Setting, "kind" | "label">>(
  kind: Kind,
  label: string,
  more: More,
): { kind: Kind; label: string } & More {
  return { kind, label, ...more };
}

function namesOf<Name extends string>(settings: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(settings) as Name[];
}
