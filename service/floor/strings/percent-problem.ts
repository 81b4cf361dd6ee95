/**
 * What is wrong with user and password in the URL that the setting `name` holds, where they can't be decoded, else null. The drivers throw
 * at them, and what they throw names neither the setting nor the sign.
 */
export function percentProblem(authority: string, name: string): string | null {
  try {
    decodeURIComponent(authority);
    return null;
  } catch {
    return `${name}: a per cent sign in user or password has to be written as %25.`;
  }
}
