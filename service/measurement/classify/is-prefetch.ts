/** `Sec-Purpose` (Fetch standard), `Purpose` (Chromium to 2024, Safari), `X-Purpose` (old WebKit), `X-Moz` (Firefox). */
const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** `preview` is Safari's page thumbnail, `instant` an old Chromium omnibox load: nobody has seen the page in either. */
const aheadOfReading = /\b(?:prefetch|prerender|preview|instant)\b/i;

/** Whether a browser says that it loads the page ahead of a possible visit. */
export function isPrefetch(header: (name: string) => string | null): boolean {
  return purposeHeaders.some((name) => {
    const value = header(name);
    return value !== null && aheadOfReading.test(value);
  });
}
