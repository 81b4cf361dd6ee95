import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "../../errors.ts";
import type { Scope } from "../../features/agent-access/rules.ts";
import type { Action } from "../../features/people/rights.ts";
import type { ReportSeal } from "../../features/reporting/integrity/report-seal.ts";
import type { ReadPictures } from "../../features/reporting/reports/choose-pictures.ts";
import type { DraftContext } from "../../features/workflow/drafts/read-draft-text.ts";
import type { Sql } from "../../floor/db/open.ts";

/** What a tool's verb gets beside the arguments: whose data, and who acts. */
export type ToolContext = DraftContext & {
  sql: Sql;
  agencyId: number;
  /** The clients whose things are listed; null for all. What a call names by its id has been checked. */
  clientIds: readonly number[] | null;
  /** Runs a read that may take long, on connections for such reads, when it is the agency's turn. */
  inTurn<T>(read: (longReads: Sql) => Promise<T>): Promise<T>;
  /** Signs reports and checks those that are read. */
  seal: ReportSeal;
  /** Where a release's picture for its report comes from. */
  readPictures: ReadPictures;
};

/** All four hints, always: a host that misses one assumes the worst. Source: Model Context Protocol, ToolAnnotations. */
export type ToolHints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/**
 * A tool is data. `input` is a closed, flat object; `output` is open, so that fields can be added.
 * `run` is the verb that the REST route or the dashboard calls too; it throws ServiceError to refuse.
 */
export type Tool<I extends TObject = TObject, O extends TSchema = TSchema> = {
  name: string;
  title: string;
  description: string;
  hints: ToolHints;
  /** What a person must have allowed its assistant for this. */
  scope: Scope;
  /** What the person itself must be allowed. */
  action: Action;
  input: I;
  output: O;
  /** Code of arguments that don't fit `input`, where it is not `validation_error`. */
  invalidInput?: ErrorCode;
  /** It waits for the agency's turn with long reads, and so needs no seat among calls that write. */
  readsInTurn?: boolean;
  /** A method, so that a tool of some input is a tool: the arguments were checked by its own schema. */
  run(context: ToolContext, input: Static<I>): Promise<Static<O>>;
};

/** Gives a tool its types: `run` has to take what `input` admits and to return what `output` says. */
export function defineTool<I extends TObject, O extends TSchema>(tool: Tool<I, O>): Tool {
  return tool;
}

/** Hints of a tool that only reads: calling it changes nothing, however often. */
export const reads: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Hints of a tool that adds something new with every call, and so is not to be called twice. */
export const adds: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
