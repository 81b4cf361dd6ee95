type Size = { width: number; height: number };

/** What link previews show large. */
export const cardSize = { width: 1200, height: 630 } as const;

/**
 * The part of a picture that a card shows around a focus in per cent: the picture made smaller to `shown`, and `cut` out of that.
 * Where it begins is what `object-position` of CSS has: at 0 the left or upper end is kept, at 100 the other one.
 */
export function cropOf({ width, height }: Size, { x, y }: { x: number; y: number }) {
  const scale = Math.min(width / cardSize.width, height / cardSize.height);
  const smaller = Math.max(1, scale);
  const size = (of: Size, factor: number) => ({
    width: Math.max(1, Math.round(of.width * factor)),
    height: Math.max(1, Math.round(of.height * factor)),
  });
  const [shown, cut] = [size({ width, height }, 1 / smaller), size(cardSize, scale / smaller)];
  const left = Math.round(((shown.width - cut.width) * x) / 100);
  return { shown, cut, left, top: Math.round(((shown.height - cut.height) * y) / 100) };
}
