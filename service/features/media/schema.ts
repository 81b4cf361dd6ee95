import { type Static, Type } from "@sinclair/typebox";
import { Nullable, Text } from "../../schema.ts";

export const altCharactersMax = 500;
export const creditCharactersMax = 200;
export const captionCharactersMax = 1_000;
/** Long enough for every file system; a name is shown and never a path. */
export const fileNameCharactersMax = 200;

/** What a person says of a picture or file; null for nothing. */
export const AssetTexts = Type.Object(
  {
    alt: Nullable(Text(1, altCharactersMax)),
    credit: Nullable(Text(1, creditCharactersMax)),
    caption: Nullable(Text(1, captionCharactersMax)),
  },
  { additionalProperties: false },
);
export type AssetTexts = Static<typeof AssetTexts>;

/** The point of a picture that each crop keeps, in per cent from the left and from the top. */
export const Focus = Type.Object(
  { x: Type.Integer({ minimum: 0, maximum: 100 }), y: Type.Integer({ minimum: 0, maximum: 100 }) },
  { additionalProperties: false },
);
export type Focus = Static<typeof Focus>;

/** A picture or file of a client, as lists and `asset show` give it. */
export type Asset = AssetTexts & {
  id: string;
  clientId: number;
  fileName: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  /** Null for the middle. */
  focus: Focus | null;
  createdAt: string;
  /** Path of the original. */
  url: string;
};
