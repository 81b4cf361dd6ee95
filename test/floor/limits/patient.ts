/**
 * A limiter of tests that look at what is decided: it waits for its answers, because a busy machine takes longer than the 100 ms after
 * which a service counts by itself. How long an answer may take is tested in `fallback.test.ts`.
 */
export const patient = { answerTimeoutMs: 5_000 };
