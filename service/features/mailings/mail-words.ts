import { withStop } from "../../floor/strings/with-stop.ts";

/** What a press mailing says around its message, in the language of the text that it is about. */
export const mailingWords = {
  de: {
    releaseOf: (clientName: string) => `Pressemitteilung von ${clientName}`,
    read: "Meldung lesen",
    readLead: "Die ganze Meldung lesen:",
    pictures: "Bilder zum Herunterladen",
    files: "Dateien zum Herunterladen",
    opensOnceAccepted: "Sie öffnet sich, sobald Sie die Sperrfrist angenommen haben.",
    embargo: "Sperrfrist ansehen",
    embargoLead: "Die Sperrfrist ansehen und die Meldung lesen:",
    sentBy: (agencyName: string, clientName: string) =>
      withStop(`Diese Mail verschickt ${agencyName} im Auftrag von ${clientName}`),
    why: "Warum Sie sie bekommen:",
    whence: "Woher die Adresse stammt:",
    asked: "Sie haben darum gebeten",
    consented: "Sie haben eingewilligt",
    reportsOn: "Sie berichten über",
    sampleReason: "Sie berichten über dieses Thema",
    sampleSource: "Impressum der Muster-Zeitung",
    mayObject: (agencyName: string) =>
      `Sie können jederzeit widersprechen (Art. 21 DSGVO). Dann schreibt Ihnen ${agencyName} über den Verteiler nicht mehr, für keinen Kunden.`,
    object: "Widersprechen",
    privacy: "Datenschutzhinweis",
  },
  en: {
    releaseOf: (clientName: string) => `Press release of ${clientName}`,
    read: "Read the release",
    readLead: "Read the whole release:",
    pictures: "Pictures to download",
    files: "Files to download",
    opensOnceAccepted: "It opens as soon as you have accepted the embargo.",
    embargo: "See the embargo",
    embargoLead: "See the embargo and read the release:",
    sentBy: (agencyName: string, clientName: string) =>
      withStop(`This email is sent by ${agencyName} on behalf of ${clientName}`),
    why: "Why you receive it:",
    whence: "Source of your address:",
    asked: "You asked for it",
    consented: "You gave your consent",
    reportsOn: "You report on",
    sampleReason: "You report on this subject",
    sampleSource: "Imprint of the Muster-Zeitung",
    mayObject: (agencyName: string) =>
      `You can object at any time (Art. 21 GDPR). ${agencyName} will then no longer write to you from its press list, not for any of its clients.`,
    object: "Object",
    privacy: "Privacy notice",
  },
};
