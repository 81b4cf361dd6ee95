import type { HeadlineFigure } from "../exports/headline-figures.ts";

/** `reason` says why not; `report` is what was checked, in a few words. */
export type Verdict =
  | { isValid: true; kind: "text" | "printed"; report: CheckedReport }
  | { isValid: false; reason: VerdictReason };

export type VerdictReason =
  | "not_a_report"
  | "duplicate_member"
  | "content_changed"
  | "foreign"
  | "unknown_report"
  | "hash_differs"
  | "damaged";

export type CheckedReport = {
  id: string;
  /** Null of a report from before version 2. */
  chainHash: string | null;
  /** Null of a report from before version 2, which is unsigned. */
  number: number | null;
  createdAt: string;
  agency: string;
  title: string;
  from: string;
  to: string;
  /** To be compared with what is printed; empty where the checked text shows them itself. */
  figures: HeadlineFigure[];
  /** What these figures leave out; null where nothing is missing, or the checked text says it itself. */
  lost: string | null;
};

/** Why a report is not valid, for people; also for the script of the page. */
export const reasonWords: Record<VerdictReason, string> = {
  not_a_report: "Das ist kein vollständiger JSON-Bericht. Fügen Sie den ganzen Inhalt der Datei ein.",
  duplicate_member: "Der Text enthält dieselbe Angabe zweimal. So stellt dieser Dienst keinen Bericht aus.",
  content_changed: "Der Inhalt wurde nach der Ausstellung verändert. Die Prüfsumme passt nicht mehr.",
  foreign: "Die Unterschrift stammt nicht von diesem Dienst, oder sie gehört zu einem anderen Bericht.",
  unknown_report:
    "Einen Bericht mit dieser Nummer gibt es hier nicht. Prüfen Sie die Schreibweise, auch die der Bindestriche.",
  hash_differs: "Die Prüfsumme gehört nicht zu diesem Bericht. Vergleichen Sie Zeichen für Zeichen.",
  damaged:
    "Der gespeicherte Bericht ist nicht mehr der, der ausgestellt wurde. Wenden Sie sich an die Agentur.",
};

/** Reasons of the SDK, as the script of the page gets them, in words of the page. */
export const sdkReasons: Record<string, VerdictReason> = {
  not_a_report: "not_a_report",
  duplicate_member: "duplicate_member",
  content_changed: "content_changed",
  chain_hash_changed: "foreign",
  unknown_key: "foreign",
  signature_wrong: "foreign",
};

/** Of a report from before version 2. */
export const coversUnsigned =
  "Dieser Bericht trägt eine Prüfsumme und keine Unterschrift. Geprüft wurde, dass sein Inhalt zu dieser Prüfsumme gehört und dass dieser Dienst ihn so gespeichert hat. Wer ihn wann ausgestellt hat, zeigt eine Prüfsumme nicht.";

export const covers =
  "Geprüft wurden der ganze Inhalt des Berichts, sein Platz in der lückenlosen Reihe der Berichte dieser Agentur und die digitale Unterschrift dieses Dienstes. Wie die Zahlen gemessen wurden, steht im Bericht unter „Methode“.";
