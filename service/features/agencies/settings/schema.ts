/** How an agency's reports look, and who sends them. Colours as `#rrggbb`; null where nothing was set. */
export type AgencySettings = {
  agencyId: number;
  name: string;
  plan: string;
  timeZone: string;
  colorPrimary: string | null;
  colorSecondary: string | null;
  senderName: string | null;
  replyTo: string | null;
  /** What a conversion's kind is called in reports. */
  conversionLabels: Record<string, string>;
  logo: { sha256: string; width: number; height: number } | null;
};

/** What to change: a field that is left out stays, null clears it. A label that is null is taken away. */
export type AgencyUpdate = {
  name?: string;
  timeZone?: string;
  colorPrimary?: string | null;
  colorSecondary?: string | null;
  senderName?: string | null;
  replyTo?: string | null;
  conversionLabels?: Record<string, string | null>;
  /** The file of a PNG picture. */
  logo?: Uint8Array | null;
};

/** What the table of reports' pictures takes: a report with two of them still goes by mail. */
export const reportPictureLimits = { sideMax: 8_000, bytesMax: 1_048_576 } as const;

/** A picture as reports keep it. */
export type ReportPicture = {
  sha256: string;
  mediaType: "image/png" | "image/jpeg";
  width: number;
  height: number;
  bytes: Uint8Array;
};

export const nameCharactersMax = 200;
export const senderCharactersMax = 100;
/** The longest kind that a conversion can have. */
export const kindCharactersMax = 80;
/** What a column of a report holds on one line. */
export const labelCharactersMax = 60;
/** An agency's clients count a dozen kinds; a table of more is read by nobody. */
export const labelsMax = 50;
