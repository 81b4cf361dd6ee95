import type { Orientation } from "./picture-facts.ts";

/** Widths of the smaller copies of a picture: a column on a telephone, a column, and a column on a fine screen. */
export const derivativeSizes = [400, 800, 1600] as const;
export type DerivativeSize = (typeof derivativeSizes)[number];
export const derivativeFormats = ["webp", "jpeg"] as const;
export type DerivativeFormat = (typeof derivativeFormats)[number];

export type Derivative = {
  size: DerivativeSize;
  format: DerivativeFormat;
  width: number;
  height: number;
  bytes: number;
  path: string;
};

/** A file that was looked at in a thread and may be stored; its paths lie in the folder of its upload. */
export type PreparedFile = {
  mediaType: string;
  /** The file as it is published: without the position where the picture was taken. */
  path: string;
  bytes: number;
  sha256: string;
  /** Width in pixels as shown, after rotation; null for a file that is no picture. */
  width: number | null;
  height: number | null;
  /** What the picture says of itself. */
  credit: string | null;
  caption: string | null;
  derivatives: Derivative[];
};

/** Encodes smaller copies of a picture. */
export type Derive = (input: {
  bytes: Uint8Array;
  orientation: Orientation;
  /** As shown. */
  width: number;
  height: number;
}) => Promise<DerivedPicture[] | "unreadable" | "unsupported">;

export type DerivedPicture = Omit<Derivative, "bytes" | "path"> & { bytes: Uint8Array };
