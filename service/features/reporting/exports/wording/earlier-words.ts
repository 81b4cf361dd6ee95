import type { ReportLanguage } from "../../reports/schema.ts";
import type { Labels } from "./german-labels.ts";
import type { Texts } from "./german-texts.ts";
import type { germanGoals } from "./goal-texts.ts";

type Goals = typeof germanGoals;
export type EarlierWords = {
  texts: Partial<Omit<Texts, "marks">> & { marks: Partial<Texts["marks"]> };
  mediaTypes: Partial<Labels["mediaTypes"]>;
  goals: {
    clippingsOf: string;
    measures: Partial<Goals["measures"]>;
    figures: Partial<Goals["figures"]>;
  };
};

/** What reports of before edition 2 say otherwise: their files keep their bytes. */
export const earlierWords: Record<ReportLanguage, EarlierWords> = {
  de: {
    texts: {
      mentionCount: ["Erwähnung", "Erwähnungen"],
      keyMessagesTitle: "Botschaften, zugeordnet von der Agentur",
      unequalDays: "Verglichen wird mit {0}: {1} gegen {2}.",
      externalTitle: "Externe Erkenntnisse – {0}",
      assistantSentence: "Ein KI-Assistent las die Meldung auf die Frage eines Menschen hin.",
      channelsNote: "Wege, auf denen Menschen zur Meldung kamen.",
      aiNote:
        "Crawls lesen die Meldung vorab ein; Abrufe durch Assistenten geschehen auf die Frage eines Menschen hin.",
      mailingDay: "Versand",
      mailingSent: "Verschickt",
      marks: {
        clipping: ["Clipping: {1}", "{0} Clippings"],
        mailing: ["Versandt: {1}", "{0} Aussände versandt"],
      },
    },
    mediaTypes: { social: "Soziales Netzwerk" },
    goals: {
      clippingsOf: "Clippings: {0}",
      measures: { clippings: "Clippings", key_message_share: "Anteil der Clippings mit Kernbotschaft" },
      figures: { clippings: "Clippings", key_messages: "Kernbotschaften in Clippings" },
    },
  },
  en: {
    texts: {
      mentionCount: ["mention", "mentions"],
      mentions: "Media coverage",
      assistantSentence: "An AI assistant read the release to answer a person's question.",
      channelsNote: "Ways by which people came to the release.",
      aiNote: "Crawls read the release in advance; assistants fetch it to answer a person's question.",
      mailingSent: "Sent",
      marks: { clipping: ["Clipping: {1}", "{0} clippings"] },
    },
    mediaTypes: { social: "Social network" },
    goals: {
      clippingsOf: "Clippings: {0}",
      measures: { clippings: "Clippings", key_message_share: "Share of clippings with a key message" },
      figures: { clippings: "Clippings", key_messages: "Key messages in clippings" },
    },
  },
};
