import type { AuditActor } from "../audit/sql.ts";

/** Whoever works on the command line: the audit knows no more of them. */
export const operator: AuditActor = { type: "operator", id: null };
