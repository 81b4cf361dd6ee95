import type { Command } from "commander";
import type { AuditActor } from "../../features/audit/sql.ts";
import type { DraftContext } from "../../features/workflow/drafts/read-draft-text.ts";
import { textsOnThisThread } from "../../press-text/texts-on-this-thread.ts";
import { serviceAddress } from "./service-address.ts";
import { configOf } from "./with-database.ts";

/** Whoever may run commands on the machine. */
export const operator: AuditActor = { type: "operator", id: null };

/** What verbs of drafts and releases get from a command. It runs alone in its process, so it reads texts on its own thread. */
export async function operatorContext(command: Command): Promise<DraftContext> {
  const config = configOf(command);
  return {
    publicUrl: await serviceAddress(config),
    actor: operator,
    texts: textsOnThisThread,
    canMail: config.mail !== null,
  };
}
