import type { Decision } from "./decide-approval.ts";
import type { FormProblem } from "./pages/page-input.ts";
import { cleanComment } from "./rules.ts";
import { commentCharactersMax } from "./schema.ts";

/** The decision that a form holds, or what the contact has to mend; null for what our form never sends. */
export function readDecision(
  headers: Headers,
  body: Uint8Array,
): { decision: Decision } | { problem: FormProblem } | null {
  const mediaType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") return null;
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const status = statusByValue.get(form.get("decision") ?? "");
  if (status === undefined || form.getAll("decision").length !== 1) return null;
  const comment = cleanComment(form.get("comment") ?? "");
  const characters = [...(comment ?? "")].length;
  if (characters > commentCharactersMax) {
    const sentence = `Der Kommentar ist mit ${characters} Zeichen zu lang. Bitte kürzen Sie ihn auf höchstens ${commentCharactersMax}.`;
    return { problem: { sentence, comment: comment ?? "" } };
  }
  if (status === "changes_requested" && comment === null) {
    const sentence = "Bitte schreiben Sie kurz, was geändert werden soll.";
    return { problem: { sentence, comment: "" } };
  }
  return { decision: { status, comment } };
}

const statusByValue = new Map<string, Decision["status"]>([
  ["approve", "approved"],
  ["request_changes", "changes_requested"],
]);
