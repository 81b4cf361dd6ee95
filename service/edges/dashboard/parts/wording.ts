import { germanWording, type Wording } from "../../../features/reporting/exports/wording/wording.ts";

const { texts, goals } = germanWording;

/** The words of a report as the agency has them: an article that its clients read of as "Medienbericht" is called "Clipping" here. */
export const dashboardWording: Wording = {
  ...germanWording,
  texts: { ...texts, marks: { ...texts.marks, clipping: ["Clipping: {1}", "{0} Clippings"] } },
  goals: {
    ...goals,
    clippingsOf: "Clippings: {0}",
    measures: {
      ...goals.measures,
      clippings: "Clippings",
      key_message_share: "Anteil der Clippings mit Kernbotschaft",
    },
  },
};
