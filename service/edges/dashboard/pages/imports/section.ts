import type { ImportResult } from "../../../../features/insights/import/import-file.ts";
import type { ImportKind } from "../../../../features/insights/import/kinds.ts";
import type { Action } from "../../../../features/people/rights.ts";
import type { Html } from "../../../../floor/web/html.ts";
import type { Context } from "../../definition.ts";
import type { Field, Option } from "../../forms/fields.ts";
import type { Visit } from "../../visit.ts";

/** Where files of one kind come in: the pages are the same, and these are their words. */
export type ImportSection = {
  path: string;
  /** Where pieces of a file are sent; a word of its own in each section. */
  partsPath: string;
  action: Action;
  /** Of files that are handed over here. */
  kind: ImportKind;
  /** Of files that the page lists, with their names: more where a command takes others in. */
  kinds: Readonly<Partial<Record<ImportKind, string>>>;
  /** The page's name in the section. */
  label: string;
  tabs: (visit: Visit) => Html;
  template: { fileName: `${string}.csv`; text: string };
  file: { label: string; hint: string; accept: string };
  empty: string;
  /** What comes of a file that was taken in before. */
  again: string;
  /** A list for each column of ours, and a text (`…_all`) where one value may stand for all rows. */
  fields: Readonly<Record<string, Field<string | null>>>;
  /** What a list offers that is not for columns of the file, by its name among the fields. */
  options?: (context: Pick<Context, "visit" | "deps">) => Promise<Record<string, readonly Option[]>>;
  /** What came of a file, and where it is seen. */
  done: (result: ImportResult) => string;
  link: { label: string; href: string };
};
