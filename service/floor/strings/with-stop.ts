/** A sentence with one full stop: "im Auftrag von Naturfreunde e. V.." stood in each mail for a client whose name ends in one. */
export function withStop(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
