/** Why an agency may write to a contact: article 6 (1) of the GDPR, (f) or (a). Who asked for it gave consent by that. */
export const bases = ["legitimate_interest", "consent", "own_request"] as const;
export type Basis = (typeof bases)[number];

type AddressAs = "ms" | "mr";

/** In characters; those of the columns. */
export const charactersMax = {
  title: 50,
  firstName: 100,
  lastName: 100,
  medium: 200,
  role: 100,
  basisReason: 500,
  source: 200,
  notes: 2_000,
  topic: 60,
  listName: 100,
} as const;
/** Topics of one contact, and regions. Whoever writes about more is found without them. */
export const topicsMax = 20;
/** Clients that a contact is for; one for more is for all. */
export const contactClientsMax = 50;

/** What a person enters of a contact. `clientIds` is null for all clients of the agency. */
export type ContactFields = {
  clientIds: number[] | null;
  email: string;
  addressAs: AddressAs | null;
  title: string | null;
  firstName: string | null;
  lastName: string | null;
  medium: string;
  role: string | null;
  phone: string | null;
  topics: string[];
  regions: string[];
  /** ISO 639-1 */
  language: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  isEditorial: boolean;
  basis: Basis;
  /** Why releases matter to the contact, or how it agreed. */
  basisReason: string | null;
  /** The day of the consent or the request. */
  basisOn: string | null;
  source: string;
  notes: string | null;
};

/** A contact as it is listed: without what is encrypted. */
export type ListedContact = Omit<ContactFields, "email" | "phone" | "notes"> & {
  id: string;
  informedAt: Date | null;
  informedHow: "mailing" | "otherwise" | null;
  /** Times of the last weeks at which a mail came back that might have arrived later. */
  softBounces: Date[];
  mailedAt: Date | null;
  confirmedAt: Date;
  undeliverableAt: Date | null;
  /** Shown for deletion since then. */
  deletionShownAt: Date | null;
  objectedAt: Date | null;
  createdAt: Date;
};

/** Clients that a person may see; null for all. */
export type Scope = readonly number[] | null;

export type ContactSettings = { retentionMonths: number; noticeUrl: string | null };
