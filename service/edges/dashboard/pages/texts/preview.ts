import { reviewDraft } from "../../../../features/workflow/drafts/review-draft.ts";
import type { DraftContent } from "../../../../features/workflow/drafts/rules.ts";
import { previewText } from "../../../../features/workflow/preview/preview-text.ts";
import { contentSecurityPolicy } from "../../../../floor/web/content-security-policy.ts";
import { renderHtml } from "../../../../floor/web/html.ts";
import { renderMessagePage } from "../../../../floor/web/render-message-page.ts";
import { type Context, definePage, defineRawForm } from "../../definition.ts";
import { receiveForm } from "../../forms/read-form.ts";
import { chosenHtml, editorAssets } from "./editor-assets.ts";
import { editorBytesMax, editorFields } from "./editor-fields.ts";
import { contentOfTexts, type EditorTexts, textsOfTyped } from "./editor-texts.ts";
import { knownDraft } from "./known-draft.ts";
import { activeClientOf } from "./new-text.ts";
import { newTextPath, textsPath } from "./paths.ts";
import { allParts, reviewParts } from "./review-parts.ts";

/** The stored text, as the editor shows it before a script or a button asks for a newer one. */
const storedPage = definePage({
  path: `${textsPath}/:draftId/ansicht`,
  action: "drafts.read",
  async handle(context) {
    const { clientId, content, release } = await knownDraft(context);
    return await answerPreview(context, { clientId, content, publishedAt: release?.publishedAt ?? null });
  },
});

/** What stands in the form, saved or not. */
const typedForm = defineRawForm({
  path: `${textsPath}/:draftId/ansicht`,
  action: "drafts.write",
  async handle(context) {
    const { clientId, release } = await knownDraft(context);
    const content = contentOfTexts(await readTexts(context), context.visit.timeZone);
    return await answerPreview(context, { clientId, content, publishedAt: release?.publishedAt ?? null });
  },
});

const reviewForm = defineRawForm({
  path: `${textsPath}/:draftId/pruefung`,
  action: "drafts.write",
  async handle(context) {
    const { clientId } = await knownDraft(context);
    return await answerReview(context, clientId);
  },
});

const newPage = definePage({
  path: `${newTextPath}/:clientId/ansicht`,
  action: "drafts.write",
  async handle(context) {
    const content = contentOfTexts(textsOfTyped({}), context.visit.timeZone);
    return await answerPreview(context, {
      clientId: (await activeClientOf(context)).id,
      content,
      publishedAt: null,
    });
  },
});

const newTypedForm = defineRawForm({
  path: `${newTextPath}/:clientId/ansicht`,
  action: "drafts.write",
  async handle(context) {
    const { id: clientId } = await activeClientOf(context);
    const content = contentOfTexts(await readTexts(context), context.visit.timeZone);
    return await answerPreview(context, { clientId, content, publishedAt: null });
  },
});

const newReviewForm = defineRawForm({
  path: `${newTextPath}/:clientId/pruefung`,
  action: "drafts.write",
  handle: async (context) => answerReview(context, (await activeClientOf(context)).id),
});

export const previewDefinitions = [storedPage, typedForm, reviewForm, newPage, newTypedForm, newReviewForm];

export async function readTexts({ request }: Pick<Context, "request">): Promise<EditorTexts> {
  return textsOfTyped((await receiveForm(request, editorFields, editorBytesMax)).typed);
}

export async function answerPreview(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  input: { clientId: number; content: DraftContent; publishedAt: Date | null },
): Promise<Response> {
  const preview = await previewText(deps, visit.agencyId, input);
  return new Response(preview?.page ?? renderMessagePage(noNewsroom), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      // A newsroom's page, that the editor may show within itself.
      "content-security-policy": contentSecurityPolicy(null, preview?.look.style ?? null, "'self'"),
    },
  });
}

const noNewsroom = {
  title: "Keine Vorschau",
  text: "Der Newsroom dieses Kunden ist nicht geöffnet, zum Beispiel weil der Kunde archiviert ist.",
};

export async function answerReview(
  context: Pick<Context, "visit" | "deps" | "request">,
  clientId: number,
): Promise<Response> {
  const { visit, deps } = context;
  const texts = await readTexts(context);
  const content = contentOfTexts(texts, visit.timeZone);
  const [review, { chosen }] = await Promise.all([
    reviewDraft(deps, visit.agencyId, { clientId, content }),
    editorAssets(context, clientId, texts),
  ]);
  const headers = { "content-type": "text/html; charset=utf-8" };
  const editor = new URL(context.request.url).pathname.replace(/\/pruefung$/, "");
  const assets = chosenHtml(clientId, editor, chosen);
  const parts = await reviewParts(context, { clientId, content, texts, review, assets });
  return new Response(renderHtml(allParts(parts)), { headers });
}
