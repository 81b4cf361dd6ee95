export type CrisisStatement = { statement: string };

export type Headlines = { headlines: string[] };

/** `status` is `gut`, `mittel` or `schlecht`; a newer service may say more. */
export type SeoCriterion = { name: string; status: string; note: string };

/** `score` is 0 to 100. */
export type SeoCheck = { score: number; criteria: SeoCriterion[]; topTip: string };
