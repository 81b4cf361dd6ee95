import type { Queryable } from "../../../floor/db/open.ts";
import type { DraftContent } from "./rules.ts";

/** What a version and the release that is made of it call the same. */
type SharedContent = Omit<DraftContent, "embargoUntil" | "slug" | "dateline" | "correctionNote">;

/** Names and values of a text's columns, for `insert into … (names) values (values)` and `set (names) = (values)`. */
export function contentFields(sql: Queryable, content: SharedContent) {
  return {
    names: sql`
      title, subtitle, body_markdown, language, keywords, seo_title, seo_description, topics, image_asset_id,
      asset_ids, translation_of
    `,
    values: sql`
      ${content.title}, ${content.subtitle}, ${content.bodyMarkdown}, ${content.language},
      ${sql.array(content.keywords)}::text[], ${content.seoTitle}, ${content.seoDescription},
      ${sql.array(content.topics)}::text[], ${content.imageAssetId}::uuid, ${sql.array(content.assetIds)}::uuid[],
      ${content.translationOf}::integer
    `,
  };
}
