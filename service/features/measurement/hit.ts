import type { AddressVerdict } from "./classify/address-verifier.ts";
import type { SourceAttribution } from "./referrer.ts";
import type { DeviceType, InteractionKind, MeasurementLevel, TrafficClass } from "./vocabulary.ts";

/** The seat of one of the user agents that count as people at an address of a release; the address in digits. */
export type AgentSeat = { addressKey: string; agentId: number };

/** What every hit says. Time and client come from the server's own socket and clock, never from the client. */
type HitBase = {
  agencyId: number;
  newsroomId: number;
  /** Null for the newsroom's list page: kept as a raw hit, part of no report. */
  releaseId: number | null;
  /** Server clock, UTC. */
  occurredAt: Date;
  /** IANA time zone of the agency: it decides which calendar day the hit belongs to. */
  timeZone: string;
  trafficClass: TrafficClass;
  /** Bits of `reasons`. */
  reasons: number;
  /** Company or name of the agent; null for people and the unnamed. */
  operator: string | null;
  /** Pseudonym of the day, 64 bits, signed. */
  visitorId: bigint;
  /** Pseudonyms of the address, in digits, and of the user agent. For the bounds only: they are never stored with the hit. */
  addressId: string;
  agentId: number;
  /** Where this is the first hit of its user agent at the address: the seat that its visitor keeps. */
  agentSeat?: AgentSeat;
  /** UTC day of the salt that the pseudonyms were made with; null: the day of `occurredAt`. */
  saltDay: string | null;
  /** What the newsroom measured at that moment. */
  level: MeasurementLevel;
  device: DeviceType;
  /** Whose the address is, where the name server is being asked: the class is corrected by it before the hit is written. */
  addressVerdict?: Promise<AddressVerdict> | undefined;
};

export type PageView = HitBase & {
  kind: "page_view";
  source: SourceAttribution;
  /** Id that the page carries for its beacons; null where it carries none. */
  viewId: string | null;
};

export type Interaction = HitBase & {
  kind: "interaction";
  interactionKind: InteractionKind;
  /** What was clicked, downloaded or played; null where the kind says it all. */
  target: { label: string; url: string | null } | null;
  /** Id of the page view whose script reported it; null for a counted link. */
  viewId: string | null;
};

export type EngagementBeacon = HitBase & {
  kind: "beacon";
  /** Id of the page view that the sums belong to. */
  viewId: string;
  /** When that page was viewed: its day gets the engagement. Null: the beacon's own time. */
  viewedAt: Date | null;
  /** Sum so far in milliseconds; the greatest one of a view counts. */
  engagedMs: number;
  /** Deepest point so far, 0 to 100 per cent; the greatest one of a view counts. */
  scrollPercent: number;
};

export type Hit = PageView | Interaction | EngagementBeacon;

/** Longest label of a target in code points: what a table in a report can show. */
export const targetLabelLengthMax = 200;
/** Longest URL of a target in code points: what browsers and servers pass on without complaint. */
export const targetUrlLengthMax = 2_000;
/** Longest engaged time of a view in milliseconds: 24 h, so that a wrong sum can't distort an average for ever. */
export const hitEngagedMsMax = 86_400_000;

/** Text as PostgreSQL takes it: without NUL, whole code points, at most `lengthMax` of them. */
export function storableText(text: string, lengthMax: number): string {
  const clean = text.replaceAll("\0", "").toWellFormed();
  return clean.length <= lengthMax ? clean : Array.from(clean).slice(0, lengthMax).join("");
}
