import { expect, test } from "bun:test";
import { newsroomTexts } from "../../../../service/features/newsroom/pages/texts.ts";
import { mailWords } from "../../../../service/features/newsroom/subscriptions/mail-words.ts";
import { linkWords } from "../../../../service/features/newsroom/subscriptions/pages/link-words.ts";
import { whatOf } from "../../../../service/features/newsroom/subscriptions/what-of.ts";

test.each(["Naturfreunde e. V.", "Beispiel & Co.", "Endlich!", "Werk AG"])(
  "a sentence that ends with the name %p has one full stop",
  (clientName) => {
    for (const language of ["de", "en"] as const) {
      const what = whatOf({ clientName, topic: null }, language);
      const sentences = [
        mailWords[language].sentBy("Agentur", clientName),
        mailWords[language].why(what),
        linkWords[language].confirmedText(what),
        newsroomTexts[language].description(clientName),
      ];
      for (const sentence of sentences) expect(sentence).toMatch(/[.!]$/);
      expect(sentences.join(" ")).not.toMatch(/\.\.|!\./);
    }
    expect(mailWords.de.sentBy("Agentur", "Werk AG")).toBe("Verschickt von Agentur im Auftrag von Werk AG.");
  },
);
