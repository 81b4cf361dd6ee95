import type { ErrorCode } from "../../errors.ts";

/** What a refusal of a verb means to a person, where a form has no better words for it. */
export const refusalTexts: Partial<Record<ErrorCode, string>> = {
  validation_error: "Bitte prüfen Sie Ihre Angaben.",
  invalid_parameters: "Bitte prüfen Sie Ihre Angaben.",
  persona_missing: "Für diesen Kunden gibt es noch keine Persona.",
  insufficient_credits: "Das Guthaben reicht dafür nicht aus.",
  credit_limit_exceeded: "Das Guthaben reicht dafür nicht aus.",
  idempotency_conflict:
    "Dieses Formular wurde schon mit anderen Angaben gesendet. Bitte laden Sie die Seite neu.",
  version_conflict:
    "Dieser Text wurde inzwischen an anderer Stelle geändert. Bitte vergleichen Sie beide Fassungen.",
  draft_locked: "Der Text ist geplant oder veröffentlicht und lässt sich so nicht mehr ändern.",
  no_changes: "Es wurde nichts geändert.",
  no_approver: "Bei diesem Kunden gibt es keinen Kontakt, der freigeben darf.",
  approval_pending: "Für diese Fassung läuft schon eine Freigabe.",
  draft_has_warnings: "Im Text stehen Wörter oder Bilder, die auffallen.",
  already_published: "Der Text ist schon geplant oder veröffentlicht.",
  not_approved: "Diese Fassung ist noch nicht freigegeben.",
  approval_outdated: "Die Freigabe galt einer älteren Fassung.",
  approval_expired: "Die Freigabe ist abgelaufen.",
  embargo_active: "Die Sperrfrist ist noch nicht vorbei.",
  draft_too_short: "Der Text ist zu kurz.",
  last_owner: "Eine Agentur braucht mindestens eine Person mit der Rolle Inhaber.",
  export_not_ready: "Die Datei ist noch nicht fertig.",
  export_expired: "Die Datei ist abgelaufen.",
  endpoint_already_registered: "Diese Adresse ist schon eingetragen.",
  webhook_limit_reached: "Mehr Webhooks sind nicht möglich.",
  unsafe_endpoint: "An diese Adresse darf der Dienst nichts senden.",
  rate_limit_exceeded: "Das war zu oft in kurzer Zeit. Bitte versuchen Sie es später noch einmal.",
  payload_too_large: "Das ist größer, als hier angenommen wird.",
  asset_in_use:
    "Eine veröffentlichte oder geplante Meldung oder ein Newsroom zeigt das noch, oder ein Aussand verschickt es gerade. Berichtigen oder archivieren Sie die Meldung, stoppen Sie die geplante, wählen Sie im Newsroom ein anderes Bild, oder warten Sie, bis der Aussand verschickt ist.",
  asset_incomplete:
    "Eine veröffentlichte oder geplante Meldung zeigt dieses Bild. Alternativtext und Bildnachweis lassen sich ändern, aber nicht löschen.",
  asset_limit_reached:
    "Dafür ist kein Platz mehr. Löschen Sie Dateien, die nicht mehr gebraucht werden, oder warten Sie, bis andere Uploads fertig sind.",
  upload_conflict:
    "Diese Datei ist nicht vollständig oder nicht der Reihe nach angekommen. Bitte wählen Sie sie noch einmal.",
  file_type_refused: "Diese Art von Datei wird nicht angenommen.",
  picture_refused:
    "Dieses Bild ist beschädigt. Öffnen Sie es in einem Bildprogramm, und exportieren Sie es neu.",
};
