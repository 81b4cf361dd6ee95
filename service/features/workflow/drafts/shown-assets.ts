import { assetIdsIn } from "../../media/text-pictures.ts";

type Shown = { bodyMarkdown: string; assetIds: string[] };

/**
 * The content with every file that its text shows among the release's files: it opens to readers with the release, needs alternative text
 * and credit like the others, and can't be removed. What only the text before showed goes with it.
 */
export function withShownAssets<Content extends Shown>(content: Content, before?: Shown): Content {
  const shown = assetIdsIn(content.bodyMarkdown);
  const isSame = before === undefined || before.bodyMarkdown === content.bodyMarkdown;
  const gone = isSame ? [] : assetIdsIn(before.bodyMarkdown).filter((id) => !shown.includes(id));
  const kept = content.assetIds.filter((id) => !gone.includes(id));
  return { ...content, assetIds: [...new Set([...kept, ...shown])] };
}
