import { expect, test } from "bun:test";
import { createDefinitions } from "../../../../service/edges/dashboard/definitions.ts";

/** What says which state of things a form was made for. */
const seen = ["seenStamp", "seenVersion", "seenSlug", "seenAt", "expectedVersion", "version", "newestId"];
/** Each of these makes something new, or says one thing that is the same whatever was there before. */
const needNone: Readonly<Record<string, readonly string[]>> = {
  "makes a new one": [
    "/app/berichte/:reportId/links",
    "/app/berichte/:reportId/senden",
    "/app/berichte/entwuerfe/neu",
    "/app/berichte/neu",
    "/app/berichte/neu/vorschau",
    "/app/berichte/zeitplaene/neu",
    "/app/berichte/zeitplaene/neu/kontakte",
    "/app/clippings/eintragen",
    "/app/clippings/eintragen/adresse/:addressId",
    "/app/clippings/eintragen/ohne-adresse",
    "/app/clippings/feeds",
    "/app/einstellungen/anmeldung/oidc",
    "/app/einstellungen/anmeldung/portal",
    "/app/einstellungen/schluessel/neu",
    "/app/einstellungen/team/einladen",
    "/app/einstellungen/webhooks/neu",
    "/app/kunden/:id/kontakte/neu",
    "/app/kunden/:id/newsroom/umzug",
    "/app/kunden/:id/ziele/neu",
    "/app/kunden/neu",
    "/app/meldungen/:draftId/vorab",
    "/app/meldungen/neu/:clientId",
    "/app/verteiler/neu",
    "/app/zahlen/kampagnen/neu",
    "/app/zahlen/kunde/:id/notizen",
    "/app/zahlen/meldung/:id/notizen",
    "/app/zahlen/portfolios/neu",
  ],
  "draws a form again with what is searched for": [
    "/app/berichte/neu/suchen",
    "/app/berichte/zeitplaene/neu/suchen",
    "/app/clippings/eintragen/adresse/:addressId/suchen",
    "/app/clippings/eintragen/ohne-adresse/suchen",
    "/app/clippings/eintragen/suchen",
    "/app/zahlen/kampagnen/neu/suchen",
  ],
  "says how a file is read, which nobody else has open": [
    "/app/clippings/importe/:uploadId/uebernehmen",
    "/app/verteiler/import/:uploadId/uebernehmen",
  ],
  "adds to a list or takes from it, whoever else is in it": [
    "/app/verteiler/aus-der-liste",
    "/app/verteiler/zur-liste",
  ],
  "says one thing of one row": [
    "/app/meldungen/:draftId/freigabe/anmerkung",
    "/app/meldungen/:draftId/freigabe/erneut",
  ],
  "answers a question that ends with it": ["/app/agenten/ablehnen", "/app/agenten/erlauben"],
};

test("a form of several fields says what it was filled with, or why it need not: an older page would undo what a colleague has saved", () => {
  const bare = createDefinitions({ name: "webauthn", source: "" }).flatMap((each) => {
    const names = each.kind === "form" ? Object.keys(each.fields) : [];
    return names.length > 1 && !names.some((name) => seen.includes(name)) ? [each.path as string] : [];
  });
  expect(bare.toSorted()).toEqual(Object.values(needNone).flat().toSorted());
});
