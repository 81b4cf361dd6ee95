export type CrisisStatement = { statement: string };

export type Headlines = { headlines: string[] };

export type SeoCriterionStatus = "gut" | "mittel" | "schlecht";

/** One criterion of the check; `note` says in German what was found, what to change and where. */
export type SeoCriterion = { name: string; status: SeoCriterionStatus; note: string };

/** `score` is 0 to 100. */
export type SeoCheck = { score: number; criteria: SeoCriterion[]; topTip: string };
