import type { matchTypes } from "../../../schema.ts";
import type { clippingStates, MentionEvidence, mediaTypes, tones } from "../schema.ts";

export type MediaType = (typeof mediaTypes)[number];
export type MatchType = (typeof matchTypes)[number];
export type Tone = (typeof tones)[number];
export type ClippingState = (typeof clippingStates)[number];

/** What people enter and change of a clipping. */
export type ClippingFields = {
  clientId: number;
  /** Null where it is about no release. */
  releaseId: number | null;
  medium: string;
  mediaType: MediaType;
  headline: string;
  /** Empty where there is none, which only print and broadcast may lack. */
  url: string;
  /** `YYYY-MM-DD` of the agency's calendar. */
  publishedOn: string;
  author: string | null;
  /** Page of a newspaper or time of a broadcast. */
  place: string | null;
  language: string | null;
  /** For the agency alone. */
  note: string | null;
  reach: number | null;
  /** Who says so; there is none without a reach. */
  reachSource: string | null;
  matchType: MatchType;
};

/** A clipping in a list of a few. */
export type ClippingLine = Pick<Clipping, "headline" | "medium" | "url" | "publishedAt" | "publishedOn">;

/** A clipping as pages and commands show it. */
export type Clipping = Omit<ClippingFields, "publishedOn"> & {
  id: string;
  clientName: string;
  releaseTitle: string | null;
  publishedAt: Date;
  /** Null where the moment is known. */
  publishedOn: string | null;
  /** By the agency's calendar, in either case. */
  day: string;
  matchTypeBy: "person" | "comparison" | null;
  tone: Tone | null;
  /** The person who judged it; null for an operator, and for a person who has left. */
  toneByName: string | null;
  toneAt: Date | null;
  keyMessages: string[];
  state: ClippingState;
  origin: "observed" | "imported";
  source: string;
  method: string;
  observedAt: Date;
  enteredByName: string | null;
  isByHand: boolean;
  mergedInto: string | null;
  /** How much of its release stands in it; null where its page was not compared. */
  evidence: MentionEvidence | null;
};

export const charactersMax = {
  medium: 200,
  headline: 500,
  author: 200,
  place: 200,
  language: 35,
  note: 4_000,
  reachSource: 200,
} as const;
