import { type Static, Type } from "@sinclair/typebox";
import { toNormalForm } from "../../../floor/strings/normal-form.ts";
import { trimUnseen } from "../../../floor/strings/trim-unseen.ts";
import { Nullable, Text, Uuid } from "../../../schema.ts";
import { ClientId } from "../../clients/schema.ts";

/** Each topic has a page and a feed of its own. */
const topicsMax = 5;
/** Pictures and files of one release; a larger collection is the newsroom's press kit. */
const assetsMax = 50;

/** What a person sets of a release beside its text. A field that is left out stays as it is; null and an empty text are none. */
export const ReleaseDetailFields = {
  dateline: Type.Optional(Nullable(Text(0, 100, { description: "Where the release comes from." }))),
  topics: Type.Optional(Type.Array(Text(1, 60), { maxItems: topicsMax })),
  imageAssetId: Type.Optional(Nullable(Uuid)),
  assetIds: Type.Optional(Type.Array(Uuid, { maxItems: assetsMax })),
  translationOf: Type.Optional(Nullable(ClientId)),
};
const ReleaseDetailsInput = Type.Object(ReleaseDetailFields);
export type ReleaseDetailsInput = Static<typeof ReleaseDetailsInput>;

/** What a version of a draft, and its release, holds beside the text. */
export type ReleaseDetails = {
  /** Where the release comes from, as its first line names it. */
  dateline: string | null;
  topics: string[];
  /** The picture that leads the page. */
  imageAssetId: string | null;
  /** The other pictures and files, in their order. */
  assetIds: string[];
  /** The published release of the same client whose text this is in another language. */
  translationOf: number | null;
  /** What a correction of a published release changed, in one sentence for its readers. */
  correctionNote: string | null;
};

export const noDetails: ReleaseDetails = {
  dateline: null,
  topics: [],
  imageAssetId: null,
  assetIds: [],
  translationOf: null,
  correctionNote: null,
};

/** The input with its texts as they are kept: without blanks around them, and no topic or file twice. */
export function tidyDetails<T extends ReleaseDetailsInput>(input: T): T {
  return {
    ...input,
    ...(typeof input.dateline === "string" && { dateline: tidyText(input.dateline) }),
    ...(input.topics !== undefined && { topics: uniqueTopics(input.topics) }),
    ...(typeof input.imageAssetId === "string" && { imageAssetId: input.imageAssetId.toLowerCase() }),
    ...(input.assetIds !== undefined && {
      assetIds: [...new Set(input.assetIds.map((id) => id.toLowerCase()))],
    }),
  };
}

/** The details after a change whose texts are tidy. */
export function updatedDetails(details: ReleaseDetails, input: ReleaseDetailsInput): ReleaseDetails {
  const { dateline, topics, imageAssetId, assetIds, translationOf } = input;
  return {
    dateline: dateline === undefined ? details.dateline : dateline || null,
    topics: topics ?? details.topics,
    imageAssetId: imageAssetId === undefined ? details.imageAssetId : imageAssetId,
    assetIds: assetIds ?? details.assetIds,
    translationOf: translationOf === undefined ? details.translationOf : translationOf,
    correctionNote: details.correctionNote,
  };
}

/** The details that are set, for the hash of a content: a text without any keeps the hash that it had before there were some. */
export function setDetailsOf(details: ReleaseDetails): Partial<ReleaseDetails> {
  const isSet = (value: ReleaseDetails[keyof ReleaseDetails]) =>
    Array.isArray(value) ? value.length > 0 : value !== null;
  return Object.fromEntries(Object.entries(details).filter(([, value]) => isSet(value)));
}

/** The first spelling of a topic stands for all that differ by capitals alone. */
function uniqueTopics(topics: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const topic of topics.map(tidyText)) {
    const name = topic.toLocaleLowerCase("de");
    if (topic !== "" && !byName.has(name)) byName.set(name, topic);
  }
  return [...byName.values()];
}

function tidyText(text: string): string {
  return trimUnseen(toNormalForm(text, "NFC").replace(/\s+/g, " "));
}
