import foundation from "./migrations/000001-foundation.sql" with { type: "text" };
import type { Migration } from "./migrate.ts";

/** Every migration in its order. Forward only: one that has landed is never edited. */
export const migrations: readonly Migration[] = [
  { number: 1, name: "000001-foundation", statements: foundation },
];
