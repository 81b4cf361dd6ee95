import { refusal } from "../../../floor/web/refuse-fields.ts";
import type { AuditActor } from "../../audit/sql.ts";

/** Refuses an agent, and whoever recorded the approval or a part of it, where the contact did not give it by a link. */
export function refuseRecorder(
  approval: { kind: "link" | "recorded"; recorders: readonly string[] } | null,
  actor: AuditActor,
): void {
  if (approval?.kind !== "recorded") return;
  const isAllowed =
    actor.type === "operator" || (actor.type === "person" && !approval.recorders.includes(actor.id));
  if (isAllowed) return;
  throw refusal("not_approved", {
    german:
      "Diese Freigabe haben Sie selbst vermerkt. Veröffentlichen muss deshalb jemand anderes aus dem Team.",
    english:
      "The agency recorded this approval. Another person than the one who did publishes it, and no agent.",
  });
}
