import type { ErrorCode } from "../../errors.ts";
import type { Action } from "../../features/people/rights.ts";
import type { Html } from "../../floor/web/html.ts";
import type { DashboardDeps } from "./deps.ts";
import type { Fields, ValuesOf } from "./forms/fields.ts";
import type { FormState } from "./forms/form-state.ts";
import type { Script } from "./script.ts";
import type { Visit } from "./visit.ts";

/**
 * `{ id: string }` for `/app/drafts/:id`.
 * @public
 */
export type ParamsOf<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Record<Name, string>
    : Record<never, string>;

/** What a handler knows of a request. Role, session and origin have been checked before. */
export type Context<Params = Record<string, string>> = {
  visit: Visit;
  params: Params;
  query: URLSearchParams;
  request: Request;
  deps: DashboardDeps;
};

/** What stands on a page; the frame around it comes by itself. */
export type PageContent = {
  /** Heading of the page and title of its window. */
  title: string;
  main: Html;
  /** A sentence below the heading. */
  lead?: string | Html;
  /** Where the page lies, from the section down; the page itself is left out. */
  trail?: readonly { label: string; href: string }[];
  /** Links and buttons beside the heading. */
  tools?: Html;
  /** Shows another page of ours within itself, which no other page may. */
  hasFrames?: true;
  /** The browser goes on there by itself; what a form leads to elsewhere, its Content-Security-Policy would stop. */
  goesOnTo?: string;
  /** 200 where nothing else is said. */
  status?: 200 | 400 | 404 | 409;
};

/** The end of a form: the browser goes on to `location` and shows `notice` there, once. */
export type Done = { location: string; notice?: string };

/** A page at a path. `handle` may answer a whole response instead, for a download or a piece of a page. */
export type PageDefinition<Path extends string = string> = {
  path: Path;
  action: Action;
  scripts?: readonly Script[];
  handle: (context: Context<ParamsOf<Path>>) => Promise<PageContent | Response>;
};

export type FormDefinition<Path extends string = string, F extends Fields = Fields> = {
  path: Path;
  action: Action;
  scripts?: readonly Script[];
  /** All that the form may send. Anything else refuses it. */
  fields: F;
  /** Of the whole body, in bytes; 256 KB where nothing is said. */
  bodyBytesMax?: number;
  /** Name of a file that may be sent with the fields; `formHtml` has `isMultipart` then. */
  fileName?: string;
  /** `idempotencyKey` is the same for each copy of one sent form. `file` is null where none was chosen. */
  handle: (
    context: Context<ParamsOf<Path>> & { values: ValuesOf<F>; idempotencyKey: string; file: File | null },
  ) => Promise<Done | PageContent | Response>;
  /** The page with what was typed, and the reason beside its field. */
  show: (context: Context<ParamsOf<Path>>, state: FormState) => Promise<PageContent>;
  /** What a refusal of the verb means here, in German. */
  reasons?: Partial<Record<ErrorCode, string>>;
  /** The same for refusals of single fields, told apart by their code where there is more than one reason. */
  fieldReasons?: Partial<Record<keyof F & string, string | Partial<Record<ErrorCode, string>>>>;
  /** Fields of other pages that the verb refuses too, with German reasons for them: those stand above the form. */
  fieldsElsewhere?: readonly string[];
};

/** A form whose handler reads the body itself: uploads, and previews that a script asks for. */
export type RawFormDefinition<Path extends string = string> = {
  path: Path;
  action: Action;
  scripts?: readonly Script[];
  handle: (context: Context<ParamsOf<Path>>) => Promise<Done | PageContent | Response>;
};

export type Definition =
  | ({ kind: "page" } & PageDefinition)
  | ({ kind: "form" } & FormDefinition)
  | ({ kind: "rawForm" } & RawFormDefinition);

/** A page: `definePage({ path: "/app/kunden/:id", action: "clients.read", handle })`. */
export function definePage<const Path extends string>(page: PageDefinition<Path>): Definition {
  // The router hands over the parameters that the path names.
  return { kind: "page", ...(page as unknown as PageDefinition) };
}

/** A form that is posted to its path. `handle` calls a verb and says where to go on; what it throws is shown by `show`. */
export function defineForm<const Path extends string, F extends Fields>(
  form: FormDefinition<Path, F>,
): Definition {
  return { kind: "form", ...(form as unknown as FormDefinition) };
}

export function defineRawForm<const Path extends string>(form: RawFormDefinition<Path>): Definition {
  return { kind: "rawForm", ...(form as unknown as RawFormDefinition) };
}
