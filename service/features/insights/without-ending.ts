/**
 * The text without those of `characters` that it ends with. An expression such as `/[.,]+$/` takes quadratic time on a long
 * run of them.
 */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
