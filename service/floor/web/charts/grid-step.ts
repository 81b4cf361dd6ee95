/** The smallest of 1, 2, 5, 10, 20 … that needs no more than `linesMax` lines above zero; values are whole numbers. */
export function gridStep(highest: number, linesMax: number): number {
  let power = 1;
  for (;;) {
    for (const factor of [1, 2, 5]) {
      if (highest <= factor * power * linesMax) {
        return factor * power;
      }
    }
    power *= 10;
  }
}
