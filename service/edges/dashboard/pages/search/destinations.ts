import { type NavigationEntry, sections, settingsPages } from "../../frame/navigation.ts";
import type { Visit } from "../../visit.ts";
import { enterPath } from "../clippings/paths.ts";
import { newReportPath } from "../reports/paths.ts";
import { newTextPath } from "../texts/paths.ts";

/** What people do that has a page of its own. */
const acts: readonly NavigationEntry[] = [
  { label: "Neue Meldung", path: newTextPath, action: "drafts.write" },
  { label: "Neuer Kunde", path: "/app/kunden/neu", action: "clients.create" },
  { label: "Neuer Bericht", path: newReportPath, action: "reports.create" },
  { label: "Clipping eintragen", path: enterPath, action: "clippings.write" },
  { label: "Clippings importieren", path: "/app/clippings/importe/neu", action: "clippings.import" },
  { label: "Person einladen", path: "/app/einstellungen/team/einladen", action: "team.write" },
  { label: "Neuer API-Schlüssel", path: "/app/einstellungen/schluessel", action: "keys.write" },
  { label: "Neuer Webhook", path: "/app/einstellungen/webhooks/neu", action: "webhooks.write" },
];

const pages: readonly (NavigationEntry & { text?: string })[] = [
  ...sections,
  ...settingsPages,
  { label: "Mein Konto", path: "/app/konto", action: "account.read" },
];

/** Pages or acts of the person in whose name or purpose each word stands; all of them where nothing was typed. */
export function destinationsFor(
  visit: Visit,
  kind: "act" | "page",
  patterns: readonly string[],
): { label: string; href: string; facts?: string }[] {
  const words = patterns.map((pattern) => new RegExp(pattern, "i"));
  return (kind === "act" ? acts : pages)
    .filter(({ action }) => visit.may(action))
    .filter((entry) => words.every((word) => word.test(entry.label) || word.test(textOf(entry))))
    .map((entry) => ({
      label: entry.label,
      href: entry.path,
      ...(textOf(entry) !== "" && { facts: textOf(entry) }),
    }));
}

function textOf(entry: NavigationEntry & { text?: string }): string {
  return entry.text ?? "";
}
