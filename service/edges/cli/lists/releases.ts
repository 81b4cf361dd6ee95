import type { Command } from "commander";
import { findAgencyOf } from "../../../features/agencies/agency-of-sql.ts";
import type { SendApprovalRequestOutput } from "../../../features/workflow/approvals/schema.ts";
import { sendApprovalRequest } from "../../../features/workflow/approvals/send-approval-request.ts";
import { draftOf } from "../../../features/workflow/drafts/find-draft.ts";
import { readDraft } from "../../../features/workflow/drafts/read-draft.ts";
import { endPreviewLinks } from "../../../features/workflow/preview/preview-draft.ts";
import { findReleaseContent, findReleaseState } from "../../../features/workflow/releases/lifecycle-sql.ts";
import { listReleases } from "../../../features/workflow/releases/list-releases.ts";
import type { ListedRelease } from "../../../features/workflow/releases/list-sql.ts";
import { publishRelease } from "../../../features/workflow/releases/publish-release.ts";
import { findAddress } from "../../../features/workflow/releases/workflow-sql.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { textsOnThisThread } from "../../../press-text/texts-on-this-thread.ts";
import { parseId, parseUuid } from "../arguments.ts";
import { operator, operatorContext } from "../operator.ts";
import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";
import { addList, addShow, groupOf } from "./add-list.ts";

/** `release list|show` and `draft list|show|request|end-previews|publish`. */
export function addReleaseLists(program: Command): void {
  const release = groupOf(program, "release", "press releases");
  addList(release, {
    plural: "releases",
    read: async (sql, agencyId, page) => {
      const { releases, nextCursor } = await listReleases(sql, agencyId, { ...page, only: "releases" });
      const rows = releases.map((row) => ({ id: row.pressReleaseId ?? 0, ...row }));
      return { rows, nextCursor };
    },
    line: lineOf,
  });
  addShow(release, { noun: "release", parse: parseId, read: readRelease });
  const draft = groupOf(program, "draft", "drafts on their way to publication");
  addList(draft, {
    plural: "drafts",
    read: async (sql, agencyId, page) => {
      const { releases, nextCursor } = await listReleases(sql, agencyId, { ...page, only: "drafts" });
      const rows = releases.map((row) => ({ id: row.draftId ?? "", ...row }));
      return { rows, nextCursor };
    },
    line: lineOf,
  });
  addShow(draft, {
    noun: "draft",
    parse: parseUuid,
    read: async (sql, id) => {
      return await readDraft(sql, await findAgencyOf(sql, "draft", id), id, { texts: textsOnThisThread });
    },
  });
  addDraftSteps(draft);
}

type RequestOptions = { contact?: string; message?: string; acceptWarnings?: true };

/** The two steps between a text and its publication, each for the newest version. */
function addDraftSteps(draft: Command): void {
  draft
    .command("request")
    .description("ask the client's contact to approve the newest version")
    .argument("<id>", "the draft's id", parseUuid)
    .option("--contact <id>", "whom to ask (default: the first who may approve)", parseUuid)
    .option("--message <text>", "what the contact reads above the text")
    .option("--accept-warnings", "ask though the text has words that the client avoids")
    .action(async (id: string, options: RequestOptions, command: Command) => {
      const { contact, message, acceptWarnings } = options;
      const context = await operatorContext(command);
      const asked = await withDatabase(command, async ({ sql }) => {
        const agencyId = await findAgencyOf(sql, "draft", id);
        const { version } = await draftOf(sql, agencyId, id);
        const input = {
          ...{ draftId: id, draftVersion: version },
          ...(contact !== undefined && { contactId: contact }),
          ...(message !== undefined && { message }),
          acceptWarnings: acceptWarnings === true,
        };
        return await sendApprovalRequest(sql, agencyId, input, context);
      });
      print(command, asked, linesOf(asked));
    });
  draft
    .command("end-previews")
    .description("take back all preview links to a draft that were made so far")
    .argument("<id>", "the draft's id", parseUuid)
    .action(async (id: string, _options: unknown, command: Command) => {
      await withDatabase(command, async ({ sql }) =>
        endPreviewLinks(sql, await findAgencyOf(sql, "draft", id), { draftId: id, actor: operator }),
      );
      print(command, { draftId: id, ended: true }, [
        `The preview links to draft ${id} open nothing any more.`,
      ]);
    });
  draft
    .command("publish")
    .description("publish the approved version now; a correction costs nothing, a new release one credit")
    .argument("<id>", "the draft's id", parseUuid)
    .action(async (id: string, _options: unknown, command: Command) => {
      const context = await operatorContext(command);
      const published = await withDatabase(command, async ({ sql }) => {
        const agencyId = await findAgencyOf(sql, "draft", id);
        const { version } = await draftOf(sql, agencyId, id);
        const input = { draftId: id, approvedVersion: version, maxCredits: 1 };
        return await publishRelease(sql, agencyId, input, context);
      });
      print(command, published, [`Release ${published.pressReleaseId} is published: ${published.url}`]);
    });
}

function linesOf(asked: SendApprovalRequestOutput): string[] {
  const { status, contactName, draftVersion, mailSent, approvalId } = asked;
  if (status === "approved") return [`Version ${draftVersion} is approved already: nobody is asked.`];
  return [
    `${contactName} is asked to approve version ${draftVersion}.`,
    mailSent
      ? "The mail with the link goes out by itself."
      : `By hand: pr-service approval link ${approvalId}`,
  ];
}

async function readRelease(sql: Sql, pressReleaseId: number): Promise<object> {
  const agencyId = await findAgencyOf(sql, "release", pressReleaseId);
  const state = await findReleaseState(sql, agencyId, pressReleaseId);
  const content = await findReleaseContent(sql, agencyId, pressReleaseId);
  const path = await findAddress(sql, agencyId, pressReleaseId);
  return { id: pressReleaseId, ...state, path, ...content };
}

function lineOf({ id, status, clientName, title }: ListedRelease & { id: number | string }): string {
  return `${id}  ${status}  ${clientName}  ${title}`;
}
