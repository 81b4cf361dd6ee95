import type { AuditActor } from "../audit/sql.ts";
import type { SeoWriter } from "../writer/writer.ts";

/** What a verb of the PR workflow knows beside its input: under which address readers find us, and who acts. */
export type WorkflowContext = {
  /** Scheme and host that readers see, without a slash at the end. */
  publicUrl: string;
  actor: AuditActor;
  /** In whose name an assistant acts: this person is told what came of it. */
  personId?: string | undefined;
  /** Where an AI server is configured; without it search texts are made by rules. */
  seoWriter?: SeoWriter | undefined;
  /** Whether a mail server is configured; left out, none is. */
  canMail?: boolean | undefined;
};
