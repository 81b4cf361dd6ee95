import { imprintProblem, privacyProblem } from "../../clients/legal-text.ts";
import { measurementLevels } from "../../measurement/vocabulary.ts";
import { isHexColor } from "../../web/accent-color.ts";
import {
  emailProblem,
  lineProblem,
  oneOfProblem,
  phoneProblem,
  slugProblem,
  textProblem,
  urlProblem,
  uuidProblem,
} from "../../web/field-rules.ts";
import type { FieldProblem } from "../../web/refuse-fields.ts";

/** The table checks the same bounds. */
const nameCharactersMax = 200;
const boilerplateCharactersMax = 2_000;

const newsroomLanguages = ["de", "en"] as const;

/**
 * Settings of a newsroom that are to change; what is left out stays, null takes a setting away. Imprint and privacy notice are
 * an address or a text in Markdown: the one that is given replaces the other.
 */
export type NewsroomChanges = {
  slug?: string | null;
  imprintUrl?: string | null;
  imprintMarkdown?: string | null;
  privacyUrl?: string | null;
  privacyMarkdown?: string | null;
  websiteUrl?: string | null;
  boilerplate?: string | null;
  contactName?: string | null;
  contactRole?: string | null;
  contactEmail?: string | null;
  contactPhone?: string | null;
  contactPictureAssetId?: string | null;
  logoAssetId?: string | null;
  level?: string | null;
  language?: string | null;
  /** `#0a5a6a`, or null for the service's own. */
  accentColor?: string | null;
  allowsLlmsTxt?: boolean;
};

type Check = (field: string, value: string) => FieldProblem | null;

const line: Check = (field, value) => lineProblem(field, value, { min: 1, max: nameCharactersMax });

const checks: { [Field in keyof NewsroomChanges]?: Check } = {
  slug: slugProblem,
  imprintUrl: (_field, url) => imprintProblem({ url }),
  imprintMarkdown: (_field, markdown) => imprintProblem({ markdown }),
  privacyUrl: (_field, url) => privacyProblem({ url }),
  privacyMarkdown: (_field, markdown) => privacyProblem({ markdown }),
  websiteUrl: urlProblem,
  boilerplate: (field, value) => textProblem(field, value, { min: 1, max: boilerplateCharactersMax }),
  contactName: line,
  contactRole: line,
  contactEmail: emailProblem,
  contactPhone: phoneProblem,
  contactPictureAssetId: uuidProblem,
  logoAssetId: uuidProblem,
  level: (field, value) => oneOfProblem(field, value, measurementLevels),
  language: (field, value) => oneOfProblem(field, value, newsroomLanguages),
  accentColor: (field, value) =>
    isHexColor(value)
      ? null
      : {
          field,
          german: "Bitte eine Farbe eingeben, etwa #0a5a6a.",
          english: "expected a colour, for instance #0a5a6a.",
        },
};

/** Texts without blanks around them, colours and ids in lower case, and empty texts as null: a form sends an empty field for "none". */
export function tidyChanges(changes: NewsroomChanges): NewsroomChanges {
  const tidied = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [field, tidy(field, value)]);
  return Object.fromEntries(tidied);
}

/** What is wrong with the changes by themselves. */
export function newsroomProblems(changes: NewsroomChanges): FieldProblem[] {
  const wrong = Object.entries(checks).map(([field, check]) => {
    const value = changes[field as keyof NewsroomChanges];
    return typeof value === "string" ? check(field, value) : null;
  });
  const both = [["imprintUrl", "imprintMarkdown"] as const, ["privacyUrl", "privacyMarkdown"] as const].map(
    ([url, markdown]) =>
      typeof changes[url] === "string" && typeof changes[markdown] === "string"
        ? {
            field: url,
            german: "Bitte entweder eine Adresse oder einen Text angeben.",
            english: "give an address or a text, not both.",
          }
        : null,
  );
  const emptied = (["slug", "level", "language"] as const).map((field) =>
    changes[field] === null ? { field, german: "Bitte ausfüllen.", english: "can't be empty." } : null,
  );
  return [...wrong, ...both, ...emptied].filter((problem) => problem !== null);
}

function tidy(field: string, value: string | boolean | null): string | boolean | null {
  if (typeof value !== "string") return value;
  const trimmed = value.trim();
  if (trimmed === "") return null;
  return isWrittenSmall(field) ? trimmed.toLowerCase() : trimmed;
}

function isWrittenSmall(field: string): boolean {
  return field === "accentColor" || field.endsWith("AssetId");
}
