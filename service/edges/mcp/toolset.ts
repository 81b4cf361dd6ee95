import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { TSchema } from "@sinclair/typebox";
import type { AuditActor } from "../../features/audit/sql.ts";
import type { ReportSeal } from "../../features/reporting/integrity/report-seal.ts";
import type { ReadPictures } from "../../features/reporting/reports/choose-pictures.ts";
import type { SeoWriter } from "../../features/writer/writer.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { FairSeats } from "../../floor/limits/fair-seats.ts";
import type { Mailer } from "../../floor/mail/mailer.ts";
import type { Log } from "../../log.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import { asPerson } from "./as-person.ts";
import { callTool } from "./call-tool.ts";
import type { Tool } from "./tool.ts";
import type { Toolset } from "./tool-server.ts";
import type { Call } from "./transport.ts";

export type ToolsetDeps = {
  sql: Sql;
  /** Connections for reads that can take long. */
  longReads: Sql;
  heavyReads: FairSeats;
  /** Seats for calls that write. */
  writes: FairSeats;
  log: Log;
  /** Scheme and host that readers see, without a slash at the end. */
  publicUrl: string;
  /** Where an AI server is configured; without it search texts are made by rules. */
  seoWriter?: SeoWriter | undefined;
  /** Reads the Markdown of drafts. */
  texts: TextReader;
  /** Signs reports and checks those that are read. */
  seal: ReportSeal;
  /** Where pictures for reports come from. */
  readPictures: ReadPictures;
  /** Null where no mail server is configured. */
  mailer: Mailer | null;
};

type ListedSchema = ListedTool["inputSchema"];

type Omission = (name: string, owner: Record<string, unknown>) => boolean;

/** Leaves out the description of dates: their `format` says the same. */
const formatDescription: Omission = (name, { format }) =>
  name === "description" && (format === "date" || format === "date-time");

/** Bounds matter for what is sent; of an answer, a model needs only names and types. */
const outputBounds: Omission = (name, owner) =>
  typeof owner.type === "string" && ["minimum", "maximum", "default", "maxLength", "pattern"].includes(name);

/** Binds the tools to whoever calls: a key acts, or an assistant with the rights of its person, and only on its agency's data. */
export function createToolset(tools: readonly Tool[], deps: ToolsetDeps): (call: Call) => Toolset {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listed: ListedTool[] = tools.map(listTool);
  return ({ caller, requestId, onRefused, onBusy }) => ({
    listed,
    call(name, args) {
      const tool = byName.get(name);
      if (tool === undefined) return null;
      const {
        sql,
        longReads,
        heavyReads,
        writes,
        log,
        publicUrl,
        seoWriter,
        texts,
        seal,
        readPictures,
        mailer,
      } = deps;
      const { agencyId, keyId, assistant } = caller;
      const actor: AuditActor = { type: assistant === undefined ? "api_key" : "agent", id: keyId };
      const clientIds = assistant?.clientIds ?? null;
      const canMail = mailer !== null;
      const { personId } = assistant ?? {};
      const edge = {
        publicUrl,
        seoWriter,
        texts,
        seal,
        readPictures,
        canMail,
        actor,
        personId,
        requestId,
        log,
      };
      const inTurn = <T>(read: (longReads: Sql) => Promise<T>) =>
        heavyReads.run(agencyId, () => read(longReads));
      const seated = tool.hints.readOnlyHint || tool.readsInTurn === true ? tool : inSeat(tool, writes);
      const calling = assistant === undefined ? seated : asPerson(seated, assistant);
      return callTool(calling, args, { ...edge, sql, agencyId, clientIds, inTurn, onRefused, onBusy });
    },
  });
}

/** The tool as one of the calls that write, of which an agency has a few at a time. */
function inSeat(tool: Tool, writes: FairSeats): Tool {
  return {
    ...tool,
    run: (context, input) => writes.run(context.agencyId, () => tool.run(context, input)),
  };
}

/** A tool as `tools/list` shows it. */
export function listTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: listedSchema(tool.input, formatDescription),
    outputSchema: listedSchema(tool.output, formatDescription, outputBounds),
    annotations: tool.hints,
  };
}

/** TypeBox schemas are JSON Schema but for symbols, which JSON drops. What each model reads at each start is kept short. */
function listedSchema(schema: TSchema, ...omissions: Omission[]): ListedSchema {
  const text = JSON.stringify(schema, function (this: Record<string, unknown>, name: string, value: unknown) {
    return omissions.some((isOmitted) => isOmitted(name, this)) ? undefined : value;
  });
  return JSON.parse(text) as ListedSchema;
}
