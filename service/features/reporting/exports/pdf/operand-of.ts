/** `#rrggbb` as the operands of a colour: three shares of one, to a thousandth. */
export function operandOf(colour: string): string {
  return [1, 3, 5]
    .map((start) => (Number.parseInt(colour.slice(start, start + 2), 16) / 255).toFixed(3))
    .join(" ");
}
