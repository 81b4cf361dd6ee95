import { renderMessagePage } from "../../../../floor/web/render-message-page.ts";

/** A link that opens nothing any more. */
export function renderClosedLinkPage(reason: "expired" | "revoked", agencyName: string): string {
  return renderMessagePage({
    title: reason === "expired" ? "Dieser Link ist abgelaufen" : "Dieser Link wurde zurückgezogen",
    text: `Bitte wenden Sie sich an ${agencyName}, wenn Sie den Bericht brauchen.`,
  });
}

export function renderUnknownLinkPage(): string {
  return renderMessagePage({
    title: "Bericht nicht gefunden",
    text: "Unter dieser Adresse gibt es keinen Bericht. Bitte prüfen Sie, ob der Link vollständig ist.",
  });
}
