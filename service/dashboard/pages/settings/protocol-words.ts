/** What a person, a key or the service "hat …": the words for each action that the log holds. */
const actionWords: Readonly<Record<string, string>> = {
  "agency.deletion_requested": "die Agentur zum Löschen vorgemerkt",
  "agency.restored": "die Agentur zurückgeholt",
  "agency.updated": "Angaben der Agentur geändert",
  "approval.changes_requested": "um Änderungen gebeten",
  "approval.granted": "einen Text freigegeben",
  "approval.link_issued": "einen neuen Freigabelink erzeugt",
  "approval.mail_repeated": "die Bitte um Freigabe erneut geschickt",
  "approval.requested": "um Freigabe gebeten",
  "asset.added": "eine Datei hochgeladen",
  "asset.removed": "eine Datei entfernt",
  "asset.updated": "Angaben zu einer Datei geändert",
  "client.archived": "einen Kunden archiviert",
  "client.changed": "einen Kunden geändert",
  "client.created": "einen Kunden angelegt",
  "client.restored": "einen Kunden zurückgeholt",
  "contact.added": "einen Kontakt angelegt",
  "contact.changed": "einen Kontakt geändert",
  "contact.removed": "einen Kontakt entfernt",
  "credits.granted": "Guthaben gutgeschrieben",
  "domain.added": "eine eigene Adresse eingetragen",
  "domain.proven": "eine eigene Adresse bestätigt",
  "domain.removed": "eine eigene Adresse entfernt",
  "draft.created": "einen Text angelegt",
  "draft.preview_link_created": "einen Vorschaulink erzeugt",
  "draft.updated": "einen Text geändert",
  "embargo_link.created": "einen Sperrfrist-Link erzeugt",
  "embargo_link.revoked": "einen Sperrfrist-Link widerrufen",
  "export.downloaded": "einen Export heruntergeladen",
  "newsroom.changed": "den Newsroom geändert",
  "partner.added": "eine Partner-Anmeldung eingerichtet",
  "partner.removed": "eine Partner-Anmeldung entfernt",
  "passkey.added": "einen Passkey angelegt",
  "passkey.removed": "einen Passkey entfernt",
  "person.invited": "eine Person eingeladen",
  "person.removed": "eine Person aus dem Team entfernt",
  "person.role_changed": "Rolle oder Kunden einer Person geändert",
  "release.address_changed": "die Adresse einer Meldung geändert",
  "release.archived": "eine Meldung archiviert",
  "release.corrected": "eine Meldung berichtigt",
  "release.correction_begun": "eine Berichtigung begonnen",
  "release.correction_withdrawn": "eine Berichtigung verworfen",
  "release.published": "eine Meldung veröffentlicht",
  "release.rescheduled": "eine geplante Meldung verschoben",
  "release.restored": "eine Meldung zurückgeholt",
  "release.scheduled": "eine Meldung geplant",
  "release.stopped": "eine geplante Meldung gestoppt",
  "report.sent": "einen Bericht verschickt",
  "report_link.created": "einen Link zu einem Bericht erzeugt",
  "report_link.opened": "einen Link zu einem Bericht geöffnet",
  "report_link.revoked": "einen Link zu einem Bericht widerrufen",
  "subscriber.bounced": "Abos einer Adresse beendet, die es nicht gibt",
  "subscriber.complained": "Abos nach einer Beschwerde beendet",
  "subscriber.removed": "Abos einer Adresse entfernt",
  "subscribers.exported": "die Liste der Abos heruntergeladen",
  "tool.called": "ein Werkzeug aufgerufen",
  "webhook.created": "einen Webhook angelegt",
  "webhook.events_changed": "Ereignisse eines Webhooks geändert",
  "webhook.paused": "einen Webhook angehalten",
  "webhook.replay_ordered": "Nachrichten eines Webhooks erneut bestellt",
  "webhook.resumed": "einen Webhook fortgesetzt",
  "webhook.secret_rotated": "das Geheimnis eines Webhooks erneuert",
  "webhook.tested": "ein Testereignis geschickt",
};

const subjectWords: Readonly<Record<string, string>> = {
  agency: "Agentur",
  approval: "Freigabe",
  asset: "Datei",
  client: "Kunde",
  contact: "Kontakt",
  domain: "Adresse",
  draft: "Text",
  embargo_link: "Sperrfrist-Link",
  export_job: "Export",
  newsroom: "Newsroom",
  partner: "Partner-Anmeldung",
  passkey: "Passkey",
  person: "Person",
  release: "Meldung",
  report: "Bericht",
  report_link: "Link zu einem Bericht",
  subscriber: "Abo",
  tool: "Werkzeug",
  webhook: "Webhook",
  webhook_replay: "Erneute Zustellung",
};

/** Actions to choose from, by their words. */
export const knownActions = Object.entries(actionWords)
  .map(([action, words]) => ({ action, words }))
  .sort((one, other) => one.words.localeCompare(other.words, "de"));

/** "hat eine Person eingeladen"; the code itself for an action that has no words. */
export function actionText(action: string): string {
  const words = Object.hasOwn(actionWords, action) ? actionWords[action] : undefined;
  return words === undefined ? action : `hat ${words}`;
}

export function subjectText(type: string): string {
  return (Object.hasOwn(subjectWords, type) ? subjectWords[type] : undefined) ?? type;
}
