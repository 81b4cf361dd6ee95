import type { Draft } from "../../../../features/workflow/drafts/schema.ts";

/** What a new version of a text in this state ends, said before it is stored; null where it ends nothing. */
export function endingBefore(status: Draft["status"]): string | null {
  if (status !== "in_approval" && status !== "approved") return null;
  const what = status === "in_approval" ? "die laufende Anfrage um Freigabe" : "die Freigabe";
  return `Wenn Sie eine neue Fassung speichern, endet ${what}: Der Kunde muss neu gefragt werden.`;
}

/** The notice of a stored version, where the text was in state `before`. */
export function endingAfter(
  before: Draft["status"],
  { approvalInvalidated }: { approvalInvalidated: boolean },
): string {
  if (!approvalInvalidated) return "";
  const what = before === "in_approval" ? "Die Anfrage" : "Die Freigabe";
  const end = before === "in_approval" ? "beendet" : "hinfällig";
  return ` ${what} galt der vorigen Fassung und ist ${end}: Der Kunde muss neu gefragt werden.`;
}
