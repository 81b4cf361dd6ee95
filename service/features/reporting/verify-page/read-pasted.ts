import type { ReportKeys } from "../../../../sdk/src/report-keys.ts";
import { verifyReport } from "../../../../sdk/src/verify-report.ts";
import type { PublicationReport } from "../reports/schema.ts";
import type { CheckedReport, Verdict } from "./verdict-words.ts";

/** What stands on a PDF: it is compared with the stored report. */
export type Printed = { reportId: string; hash: string };

/** A form with a JSON report as text or file, or with what is printed, as it was sent. */
export type SentPage = { body: Uint8Array; contentType: string; keys: ReportKeys };

/** How a thread is asked. */
export type VerifyTasks = { readPasted: { input: SentPage; output: ReadPage } };

/** `isTyped` where somebody read it off a page, and not the service out of an old report. */
export type ReadPage = { problem: string } | { verdict: Verdict } | { printed: Printed; isTyped: boolean };

/** Reads what somebody hands in. A text is checked by its signature alone; its parts may be of any kind, so a thread does this. */
export async function readPasted({ body, contentType, keys }: SentPage): Promise<ReadPage> {
  const form = await new Response(Buffer.from(body), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => null);
  if (form === null)
    return { problem: "Das Formular kam unvollständig an. Bitte senden Sie es noch einmal." };
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const file = form.get("datei");
  const text = field("text") === "" && file instanceof Blob ? (await file.text()).trim() : field("text");
  if (text !== "") return await checkText(text, keys);
  const printed = { reportId: field("nummer"), hash: field("pruefsumme") };
  if (printed.reportId !== "" && printed.hash !== "") return { printed, isTyped: true };
  return { problem: "Fügen Sie einen Bericht ein, oder nennen Sie Berichtsnummer und Prüfsumme." };
}

async function checkText(text: string, keys: ReportKeys): Promise<ReadPage> {
  const { isValid, reasons, contentHash } = await verifyReport(text, { keys });
  const [reason] = reasons;
  if (isValid) return { verdict: { isValid, kind: "text", report: outlineOf(JSON.parse(text)) } };
  if (reason === "duplicate_member" || reason === "not_a_report") return { verdict: { isValid, reason } };
  // Reports from before version 2 carry no signature: there the stored one decides.
  if (reason === "unsigned") {
    const { id }: { id?: unknown } = JSON.parse(text);
    return {
      printed: { reportId: typeof id === "string" ? id : "", hash: contentHash ?? "" },
      isTyped: false,
    };
  }
  return { verdict: { isValid, reason: reason === "content_changed" ? reason : "foreign" } };
}

/** A report in a few words. */
export function outlineOf({
  id,
  agency,
  createdAt,
  scope,
  performance,
  integrity,
}: PublicationReport): CheckedReport {
  return {
    id,
    chainHash: "version" in integrity ? integrity.chainHash : null,
    number: "version" in integrity ? integrity.number : null,
    createdAt,
    agency: agency.name,
    title: scope.title,
    from: performance.window.from,
    to: performance.window.to,
    figures: [],
    lost: null,
  };
}
