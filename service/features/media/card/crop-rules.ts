import type { Focus } from "../schema.ts";

/** What link previews show large. */
export const cardSize = { width: 1200, height: 630 } as const;

/**
 * The part of a picture that a card shows around a focus in per cent: the picture made smaller to `shown`, and `cut` out of that.
 * Where it begins is what `object-position` of CSS has: at 0 the left or upper end is kept, at 100 the other one.
 */
export function cropOf({ width, height }: { width: number; height: number }, { x, y }: Focus) {
  const scale = Math.min(width / cardSize.width, height / cardSize.height);
  const smaller = Math.max(1, scale);
  const sized = (side: number, sideMax: number) => Math.min(sideMax, Math.max(1, Math.round(side / smaller)));
  const shown = { width: sized(width, width), height: sized(height, height) };
  const cut = {
    width: sized(cardSize.width * scale, shown.width),
    height: sized(cardSize.height * scale, shown.height),
  };
  const left = Math.round(((shown.width - cut.width) * x) / 100);
  return { shown, cut, left, top: Math.round(((shown.height - cut.height) * y) / 100) };
}
