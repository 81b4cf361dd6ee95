/** Days that a link opens its report where nobody says. */
export const linkDays = { minimum: 1, maximum: 365, default: 90 } as const;
/** Shorter ones are tried out; longer ones only cost time to hash. */
export const linkPasswordCharacters = { minimum: 8, maximum: 200 } as const;

export type ListedLink = {
  id: string;
  reportId: string;
  hasPassword: boolean;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  lastOpenedAt: Date | null;
};

/** A link as its page needs it; it is found by its token, without knowing the agency. */
export type FoundLink = {
  agencyId: number;
  id: string;
  reportId: string;
  state: "open" | "expired" | "revoked";
  agencyName: string;
  tokenHash: Uint8Array;
  /** As `secrets/password` wrote it; null without a password. */
  passwordHash: string | null;
};

/** A link that has a password. */
export type LockedLink = FoundLink & { passwordHash: string };
