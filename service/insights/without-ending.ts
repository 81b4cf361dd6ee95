/**
 * The text without those of `characters` that it ends with. An expression such as `/[.,]+$/` looks at each run of them from
 * every place in it: 2,000 commas before a letter took 4 ms.
 */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
