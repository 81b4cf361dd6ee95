import type { LeftOut } from "../media-contacts/recipients-sql.ts";

/** Why a mailing stopped by itself: what it needs is missing, or its sender has to look at it once more. */
export type StopReason =
  | "client_archived"
  | "release_gone"
  | "file_gone"
  | "list_gone"
  | "too_many"
  | "confirmation_missing"
  | "grown"
  | "overdue"
  | "mail_server";

export type MailingStatus = "draft" | "scheduled" | "preparing" | "sending" | "sent" | "stopped";

/** What somebody chooses for a mailing; text with placeholders. */
export type MailingContent = {
  subject: string;
  message: string;
  listIds: string[];
  contactIds: string[];
  assetIds: string[];
};

export type Mailing = MailingContent & {
  id: string;
  clientId: number;
  clientName: string;
  /** The text that it is about, where that was not published when the mailing began. */
  draftId: string | null;
  /** Goes out before the publication, with a link to the text in place of the text. */
  isEmbargoed: boolean;
  /** Null for a plain message, and as long as the text is not published. */
  releaseId: number | null;
  releaseTitle: string | null;
  status: MailingStatus;
  replyTo: string;
  dueAt: Date | null;
  confirmedBy: string | null;
  /** When somebody confirmed that it informs and does not advertise; null for a draft. */
  confirmedAt: Date | null;
  /** Recipients that its sender typed. */
  typedCount: number | null;
  /** Why it stopped by itself. */
  stopReason: StopReason | null;
  /** Nothing until it is prepared. */
  leftOut: Partial<LeftOut>;
  preparedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export type MailingFigures = {
  waiting: number;
  sent: number;
  /** Refused at once, or come back: none of them is among the sent ones. */
  undeliverable: number;
  /** Objected, stopped or deleted before their mail went. */
  cancelled: number;
  objections: number;
  /** Views of the release by links of the mailing, by people as far as is known. */
  clicks: number;
  /** Those of them by the link to its pictures. */
  pictureClicks: number;
};
