/** Something that happened outside, because of a press release, and that you tell the service about. */
export type ConversionEvent = {
  /** Your own id, 1 to 100 characters; the same one again is answered `duplicate: true` and not stored. */
  eventId: string;
  pressReleaseId: number;
  /** 1 to 80 characters, such as `lead` or `purchase`. */
  kind: string;
  /** Not negative. */
  value?: number | undefined;
  /** Three characters, such as `EUR`. */
  currency?: string | undefined;
  /** At most 500 characters; the service keeps only a hash of it. */
  externalReference?: string | undefined;
  /** A Date, or an ISO 8601 string that ends in `Z`; at most 30 days away from now. */
  occurredAt: string | Date;
};

export type RecordedConversion = { id: string | null; duplicate: boolean };
