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
  leftOut: Record<string, number>;
  preparedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export type MailingFigures = {
  waiting: number;
  sent: number;
  /** Refused at once, or come back; those that come back are among the sent ones too. */
  undeliverable: number;
  /** Objected, stopped or deleted before their mail went. */
  cancelled: number;
  objections: number;
  /** Views of the release by links of the mailing, by people as far as is known. */
  clicks: number;
};
