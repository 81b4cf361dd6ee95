const unseen = /[\s\p{Cf}]/u;

/**
 * A text without blanks and format characters around it: an address or number copied out of a list of contacts, a table or a chat has zero-width
 * blanks and marks of direction there, and was refused without anybody seeing why. Of emoji nothing is lost: theirs lie beyond U+FFFF.
 */
export function trimUnseen(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && unseen.test(text.charAt(start))) start += 1;
  while (end > start && unseen.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
