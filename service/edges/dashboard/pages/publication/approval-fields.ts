import { recordedNoteCharactersMax } from "../../../../features/workflow/approvals/record-approval.ts";
import { undoSeconds } from "../../../../features/workflow/releases/rules.ts";
import { html } from "../../../../floor/web/html.ts";
import {
  checkField,
  choiceField,
  optionalPickField,
  pickField,
  radioField,
} from "../../forms/choice-fields.ts";
import { type Field, unmarked } from "../../forms/fields.ts";
import { seenStampField } from "../../forms/seen-stamp.ts";
import { areaField, hiddenField, optionalAreaField, optionalTextField } from "../../forms/text-fields.ts";
import { numberField, optionalMomentField } from "../../forms/value-fields.ts";

/** PostgreSQL's largest integer. */
const versionMax = 2_147_483_647;
const creditsMax = 1_000_000;

/** The version that stood on the page: a form of an older page must not decide about a newer text. */
const version = hiddenNumber({ minimum: 1, maximum: versionMax });
/** The price that the page showed. The agency is never charged more than this. */
const credits = hiddenNumber({ minimum: 0, maximum: creditsMax });

export const requestFields = {
  version,
  contactId: optionalPickField({
    label: "Wer gibt frei?",
    emptyLabel: "Wer beim Kunden als Erstes eingetragen ist",
  }),
  message: optionalAreaField({
    label: "Nachricht",
    hint: "Steht über dem Text und in der Mail.",
    charactersMax: 2_000,
    rows: 4,
  }),
  respondBy: optionalMomentField({
    label: "Antwort erbeten bis",
    hint: "Zwei Tage vorher wird einmal erinnert. Der Link gilt 14 Tage.",
  }),
  exceptsRule: checkField({
    label: "Ausnahme für diesen Text: nur eine Person fragen",
    hint: "Das steht danach im Protokoll.",
  }),
  acceptWarnings: checkField({ label: "Trotzdem zur Freigabe schicken" }),
};

export const approvalIdFields = {
  approvalId: hiddenField({ charactersMax: 36 }),
  /** Whom of a round; left out where one person is asked. */
  contactId: optionalTextField({ label: "", charactersMax: 36 }),
};

export const commentFields = {
  commentId: hiddenField({ charactersMax: 36 }),
  isDone: hiddenField({ charactersMax: 1 }),
  /** "text" where the button stands beside the editor. */
  page: optionalTextField({ label: "", charactersMax: 10 }),
};

export const recordFields = {
  version,
  contactId: pickField({ label: "Wer hat freigegeben?" }),
  givenAt: unmarked(optionalMomentField({ label: "Wann?" })),
  how: choiceField({
    label: "Wie?",
    labels: { telephone: "Am Telefon", meeting: "Im Gespräch", paper: "Auf Papier", other: "Anders" },
  }),
  note: areaField({
    label: "Notiz",
    hint: "Was gesagt wurde, oder wo das Blatt liegt.",
    charactersMax: recordedNoteCharactersMax,
    rows: 3,
  }),
};

/** The page between the click and the world. */
/** Where a text goes online, and a picture may not go along as it is. */
export const incompletePicture =
  "Einem Bild fehlt der Alternativtext oder der Bildnachweis. Bitte tragen Sie beides in der Mediathek ein.";

export const publishFields = {
  version,
  credits,
  /** Of the date that stood on the page. */
  seenStamp: seenStampField,
  when: radioField({
    label: "Wann",
    labels: { now: "Jetzt.", at: "Zu einem Termin:" },
    notes: {
      now: `Sie erscheint in ${undoSeconds} Sekunden; so lange lässt sie sich noch stoppen.`,
      at: "Bis dahin lässt er sich verschieben oder stoppen.",
    },
  }),
  publishAt: unmarked(optionalMomentField({ label: "Termin" })),
};

function hiddenNumber(bounds: { minimum: number; maximum: number }): Field<number> {
  return {
    ...numberField({ label: "", ...bounds }),
    shape: "hidden",
    control: ({ id, name, typed }) =>
      html`<input type="hidden" id="${id}" name="${name}" value="${typed[0] ?? ""}">`,
  };
}
