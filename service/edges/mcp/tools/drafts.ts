import { createDraft } from "../../../features/workflow/drafts/create-draft.ts";
import { generateSeoMetadata } from "../../../features/workflow/drafts/generate-seo-metadata.ts";
import { listDrafts } from "../../../features/workflow/drafts/list-drafts.ts";
import {
  CreateDraftInput,
  Draft,
  GenerateSeoMetadataInput,
  GenerateSeoMetadataOutput,
  ListDraftsInput,
  ListDraftsOutput,
  UpdateDraftInput,
  UpdateDraftOutput,
} from "../../../features/workflow/drafts/schema.ts";
import { updateDraft } from "../../../features/workflow/drafts/update-draft.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { adds, defineTool, reads } from "../tool.ts";

export const createDraftTool = defineTool({
  name: "create_draft",
  title: "Create a draft",
  description:
    "Creates a press release draft for a client; the body is Markdown, usually German. Nothing is published or sent. Words that the persona avoids and missing pictures come back as warnings to fix with update_draft. With an idempotencyKey the call can be repeated.",
  hints: adds,
  scope: "write",
  action: "drafts.write",
  input: CreateDraftInput,
  output: Draft,
  run: (context, input) => createDraft(context.sql, context.agencyId, input, context),
});

export const updateDraftTool = defineTool({
  name: "update_draft",
  title: "Update a draft",
  description:
    "Changes the given fields of a draft and makes a new version. expectedVersion is the version you read: if it is not current you get VERSION_CONFLICT. An edit voids a pending or granted approval. Scheduled and published drafts are locked.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scope: "write",
  action: "drafts.write",
  input: UpdateDraftInput,
  output: UpdateDraftOutput,
  run: (context, input) => updateDraft(context.sql, context.agencyId, input, context),
});

export const listDraftsTool = defineTool({
  name: "list_drafts",
  title: "List drafts",
  description:
    "Lists drafts with status, current and approved version, approvers, and pressReleaseId once published. draftId with includeBody reads one text. Texts end a page at 1 MB: pass nextCursor.",
  hints: reads,
  scope: "read",
  action: "drafts.read",
  input: ListDraftsInput,
  output: ListDraftsOutput,
  run({ sql, agencyId, clientIds, inTurn }, input) {
    const list = (reads: Sql) => listDrafts(reads, agencyId, { ...input, clientIds });
    return input.includeBody === true ? inTurn(list) : list(sql);
  },
});

export const generateSeoMetadataTool = defineTool({
  name: "generate_seo_metadata",
  title: "Generate SEO metadata",
  description:
    "Proposes search title, description, slug, keywords, Open Graph texts and JSON-LD for a draft's current version. Saves nothing: pass it to update_draft before you ask for approval.",
  hints: reads,
  scope: "write",
  action: "drafts.write",
  input: GenerateSeoMetadataInput,
  output: GenerateSeoMetadataOutput,
  run: (context, input) => generateSeoMetadata(context.sql, context.agencyId, input, context),
});
