/** What the cases and the stub service know of each other. */
export const stubKey = "svc_key_ExampleExampleExampleExampleExam03lX0S";

/** Numbers of press releases, each with an answer of its own. */
export const scenes = { plain: 1, refused: 2, laterFine: 3, silent: 4, moved: 5 } as const;

/** Larger than what fits into one chunk of any runtime's network stack. */
export const streamBytes = 700_000;
