/** Where whoever answers for a page says who that is (§ 5 DDG) and what becomes of data (Art. 13 GDPR). */
export type LegalLinks = { imprintUrl: string | null; privacyUrl: string | null };
