/**
 * What is wrong with a part of the URL that the setting `name` holds, where it can't be decoded, else null. The drivers throw at it, and
 * what they throw names neither the setting nor the sign.
 */
export function percentProblem(part: string, name: string): string | null {
  try {
    decodeURIComponent(part);
    return null;
  } catch {
    return `${name}: a per cent sign has to be written as %25.`;
  }
}
