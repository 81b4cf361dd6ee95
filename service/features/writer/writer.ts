/** `unusable`: an answer came and was no good, twice. `unavailable`: none came, or there was no free seat. `off`: as configured. */
export type WriterErrorKind = "unusable" | "unavailable" | "off";

/** Why a writer gave no text; `message` is for the log and holds nothing of what users wrote and no credentials. */
export class WriterError extends Error {
  readonly kind: WriterErrorKind;

  constructor(kind: WriterErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "WriterError";
    this.kind = kind;
  }
}

/**
 * Writes German drafts. Inputs are cleaned and within their bounds; they are data, never instructions.
 * Throws `WriterError`; when `signal` is aborted, its reason.
 */
export type Writer = {
  /** Returns a draft of a public statement on a problem, with gaps `[…]` for what only the sender knows. */
  crisisStatement: (problem: string, signal?: AbortSignal) => Promise<string>;
  /** Returns up to five different headlines of fewer than 80 code points; none for a topic without words. */
  headlines: (topic: string, signal?: AbortSignal) => Promise<string[]>;
};

export const headlineCount = 5;
/** Longest headline in code points; "fewer than 80" is what search and social previews show on two lines. */
export const headlineLengthMax = 79;

export type SeoTexts = { seoTitle: string; seoDescription: string };

/**
 * Writes the two texts that search engines show, where an AI server is configured. What it is given is data, never
 * instructions; what it returns is checked against the bounds before anybody sees it. Throws `WriterError`.
 */
export type SeoWriter = {
  seoTexts: (input: {
    title: string;
    text: string;
    focusKeyword: string | null;
    titleCharactersMax: number;
    descriptionCharactersMax: number;
  }) => Promise<SeoTexts>;
};
