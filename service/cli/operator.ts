import type { Command } from "commander";
import type { AuditActor } from "../audit/sql.ts";
import { textsInPlace } from "../press-text/text-tasks.ts";
import type { DraftContext } from "../workflow/drafts/read-draft-text.ts";
import { serviceAddress } from "./service-address.ts";
import { configOf } from "./with-database.ts";

/** Whoever may run commands on the machine. */
export const operator: AuditActor = { type: "operator", id: null };

/** What a verb of drafts and releases has to know of a command. Nobody else waits for its process, so it reads texts itself. */
export async function operatorContext(command: Command): Promise<DraftContext> {
  return {
    publicUrl: await serviceAddress(configOf(command)),
    actor: operator,
    texts: textsInPlace,
  };
}
