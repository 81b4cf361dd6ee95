import { type Static, Type } from "@sinclair/typebox";
import { textCharactersMax, textLimitsSentence } from "../../../press-text/markdown/text-limits.ts";
import { DateTime, Nullable, OneOf, Text, Uuid } from "../../../schema.ts";
import { ClientId, Cursor, LanguageTag, Limit, NextCursor } from "../../clients/schema.ts";
import { type ApproverSeen, type CommentOnPassage, plainList } from "../approvals/comment-schema.ts";
import { ReleaseDetailFields } from "./release-details.ts";

const draftStatuses = [
  "draft",
  "in_approval",
  "changes_requested",
  "approved",
  "scheduled",
  "published",
  "archived",
] as const;
export type DraftStatus = (typeof draftStatuses)[number];

/** Keywords of one release: what news portals take, and then some. */
const keywordsMax = 30;
export const titleCharactersMax = 300;
const Title = Text(1, titleCharactersMax);
const Subtitle = Text(0, 500, { description: "Empty for none." });
const BodyMarkdown = Text(1, textCharactersMax, { description: textLimitsSentence });
export const Keywords = Type.Array(Text(1, 60), { maxItems: keywordsMax });
const Slug = Type.String({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 80 });
const SeoTitle = Text(0, 120, { description: "Empty for none." });
const SeoDescription = Text(0, 320, { description: "Empty for none." });
/** One sentence, as newspapers print it. */
export const CorrectionNote = Text(1, 500, { description: "What the correction changed." });
export const IdempotencyKey = Text(1, 100, {
  description: "Your own name of this call: repeating it changes nothing.",
});

const Warning = Type.Object({
  code: OneOf(["taboo_word", "image_of_page", "image_elsewhere", "not_checked"]),
  field: Type.String(),
  term: Type.String(),
  message: Type.String(),
});
export type Warning = Static<typeof Warning>;

export const Draft = Type.Object({
  id: Uuid,
  clientId: Type.Integer(),
  version: Type.Integer(),
  status: OneOf(draftStatuses),
  title: Type.String(),
  wordCount: Type.Integer(),
  warnings: Type.Array(Warning),
  updatedAt: DateTime,
});
export type Draft = Static<typeof Draft>;

export const CreateDraftInput = Type.Object(
  {
    clientId: ClientId,
    title: Title,
    bodyMarkdown: BodyMarkdown,
    subtitle: Type.Optional(Subtitle),
    language: Type.Optional(LanguageTag({ description: "BCP 47 tag, default `de`." })),
    keywords: Type.Optional(Keywords),
    embargoUntil: Type.Optional(DateTime),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { additionalProperties: false },
);
export type CreateDraftInput = Static<typeof CreateDraftInput>;

/** What a person gives of a new draft: all that an agent gives, and the details. */
export const NewDraftInput = Type.Object({ ...CreateDraftInput.properties, ...ReleaseDetailFields });
export type NewDraftInput = Static<typeof NewDraftInput>;

export const UpdateDraftInput = Type.Object(
  {
    draftId: Uuid,
    expectedVersion: Type.Integer({ minimum: 1 }),
    title: Type.Optional(Title),
    subtitle: Type.Optional(Subtitle),
    bodyMarkdown: Type.Optional(BodyMarkdown),
    keywords: Type.Optional(Keywords),
    embargoUntil: Type.Optional(Nullable(DateTime)),
    seoTitle: Type.Optional(SeoTitle),
    seoDescription: Type.Optional(SeoDescription),
    slug: Type.Optional(Slug),
  },
  { additionalProperties: false },
);
export type UpdateDraftInput = Static<typeof UpdateDraftInput>;

/** What a person may change of a draft: all that an agent may, the details, the language, and back to no slug of its own. */
export const DraftChangeInput = Type.Object({
  ...UpdateDraftInput.properties,
  ...ReleaseDetailFields,
  language: Type.Optional(LanguageTag()),
  slug: Type.Optional(Nullable(Slug)),
  correctionNote: Type.Optional(CorrectionNote),
});
export type DraftChangeInput = Static<typeof DraftChangeInput>;

export const UpdateDraftOutput = Type.Object({
  ...Draft.properties,
  approvalInvalidated: Type.Boolean({
    description: "A pending or granted approval was of the older text and no longer counts.",
  }),
});
export type UpdateDraftOutput = Static<typeof UpdateDraftOutput>;

export const ListDraftsInput = Type.Object(
  {
    clientId: Type.Optional(ClientId),
    draftId: Type.Optional(Uuid),
    status: Type.Optional(OneOf(draftStatuses)),
    updatedSince: Type.Optional(DateTime),
    includeBody: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);
export type ListDraftsInput = Static<typeof ListDraftsInput>;

const ListedDraft = Type.Object({
  id: Uuid,
  clientId: Type.Integer(),
  clientName: Type.String(),
  title: Type.String(),
  status: OneOf(draftStatuses),
  version: Type.Integer(),
  approvedVersion: Nullable(Type.Integer()),
  pressReleaseId: Nullable(Type.Integer()),
  updatedAt: DateTime,
  bodyMarkdown: Type.Optional(Type.String()),
  comments: Type.Optional(plainList<CommentOnPassage>()),
  approvers: Type.Optional(plainList<ApproverSeen>()),
});
export type ListedDraft = Static<typeof ListedDraft>;

export const ListDraftsOutput = Type.Object({ drafts: Type.Array(ListedDraft), nextCursor: NextCursor });
export type ListDraftsOutput = Static<typeof ListDraftsOutput>;

export const seoTitleCharactersMax = 60;
export const seoDescriptionCharactersMax = 155;

export const GenerateSeoMetadataInput = Type.Object(
  { draftId: Uuid, focusKeyword: Type.Optional(Text(1, 60)) },
  { additionalProperties: false },
);
export type GenerateSeoMetadataInput = Static<typeof GenerateSeoMetadataInput>;

export const GenerateSeoMetadataOutput = Type.Object({
  draftVersion: Type.Integer(),
  seoTitle: Type.String({ maxLength: seoTitleCharactersMax }),
  seoDescription: Type.String({ maxLength: seoDescriptionCharactersMax }),
  slug: Type.String(),
  keywords: Type.Array(Type.String()),
  ogTitle: Type.String(),
  ogDescription: Type.String(),
  jsonLd: Type.Record(Type.String(), Type.Unknown()),
  warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
});
export type GenerateSeoMetadataOutput = Static<typeof GenerateSeoMetadataOutput>;
