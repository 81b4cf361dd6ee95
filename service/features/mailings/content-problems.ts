import type { FieldProblem } from "../../floor/web/refuse-fields.ts";
import {
  attachmentBytesMax,
  attachmentsMax,
  listsMax,
  messageCharactersMax,
  placeholders,
  placeholdersInAddresses,
  singleContactsMax,
  subjectCharactersMax,
  unknownPlaceholders,
} from "./rules.ts";
import type { Mailing, MailingContent } from "./schema.ts";

/** For forms of other steps: beside the field itself it is known. */
const inGerman = { subject: "Im Betreff", message: "Im Text" } as const;

export function textProblems({
  subject,
  message,
}: Pick<MailingContent, "subject" | "message">): FieldProblem[] {
  const unknown = (field: "subject" | "message", text: string) =>
    unknownPlaceholders(text).map((name) => ({
      field,
      german: `${inGerman[field]} steht „{${name}}“, das gibt es nicht. Möglich sind ${placeholders.map((each) => `{${each}}`).join(", ")}.`,
      english: "holds an unknown placeholder.",
    }));
  const withinAddress = (field: "subject" | "message", text: string) =>
    placeholdersInAddresses(text).map((name) => ({
      field,
      german: `${inGerman[field]} steht „{${name}}“ in einer Adresse, und das darf nicht sein: Jeder Empfänger bekäme eine eigene, und seine Klicks wären zu erkennen.`,
      english: "holds a placeholder within an address.",
    }));
  const long = (field: "subject" | "message", text: string, max: number) =>
    [...text].length <= max
      ? []
      : [
          {
            field,
            german: `${inGerman[field]} stehen zu viele Zeichen. Bitte kürzen Sie auf höchstens ${max}.`,
            english: `at most ${max} characters.`,
          },
        ];
  return [
    ...unknown("subject", subject),
    ...unknown("message", message),
    ...withinAddress("subject", subject),
    ...withinAddress("message", message),
    ...long("subject", subject, subjectCharactersMax),
    ...long("message", message, messageCharactersMax),
  ];
}

/** What may be missing in a draft and not when it goes out. */
export function emptyProblems(
  { subject, message, releaseId, draftId }: Mailing,
  count: number,
): FieldProblem[] {
  const isEmpty = message.replace(/\{Anrede\},?/g, "").trim() === "";
  return [
    ...(subject.trim() === ""
      ? [{ field: "subject", german: "Der Betreff fehlt noch.", english: "the subject is missing." }]
      : []),
    ...(releaseId === null && draftId === null && isEmpty
      ? [{ field: "message", german: "Der Text fehlt noch.", english: "the text is missing." }]
      : []),
    ...(count === 0
      ? [
          {
            field: "listIds",
            german: "Dieser Aussand hat noch keine Empfänger.",
            english: "there are no recipients.",
          },
        ]
      : []),
  ];
}

export function chosenProblem({ listIds, contactIds }: MailingContent): FieldProblem | null {
  if (listIds.length <= listsMax && contactIds.length <= singleContactsMax) return null;
  return {
    field: listIds.length > listsMax ? "listIds" : "contactIds",
    german: `Höchstens ${listsMax} Listen und ${singleContactsMax} einzelne Kontakte sind möglich.`,
    english: `at most ${listsMax} lists and ${singleContactsMax} single contacts are possible.`,
  };
}

export function filesProblem(
  { assetIds }: MailingContent,
  files: readonly { bytes: number }[],
): FieldProblem | null {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (
    files.length === new Set(assetIds).size &&
    files.length <= attachmentsMax &&
    bytes <= attachmentBytesMax
  )
    return null;
  return {
    field: "assetIds",
    german: `Möglich sind bis zu ${attachmentsMax} Dateien aus der Mediathek des Kunden mit zusammen ${attachmentBytesMax / 1_000_000} MB. Auf Bilder und Dateien der Meldung führt ohnehin ein Link.`,
    english: `at most ${attachmentsMax} files of the client's library with ${attachmentBytesMax} bytes in all.`,
  };
}
