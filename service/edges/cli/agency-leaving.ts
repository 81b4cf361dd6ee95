import type { Command } from "commander";
import { deleteAgency, restoreAgency } from "../../features/agencies/delete-agency.ts";
import { handOutAgency } from "../../features/agency-data/export-agency.ts";
import { exportedMedia } from "../../features/agency-data/exported-media.ts";
import { exportedContacts } from "../../features/media-contacts/export-contacts.ts";
import { exportedSubscribers } from "../../features/newsroom/subscriptions/export-subscribers.ts";
import { parseId } from "./arguments.ts";
import { groupOf } from "./lists/add-list.ts";
import { openSecrets } from "./open-secrets.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { createProgressBar } from "./progress-bar.ts";
import { configOf, withDatabase } from "./with-database.ts";
import { withMedia } from "./with-media.ts";
import { appendStream, writeWholeFile } from "./write-whole-file.ts";

/** `agency export|delete|restore`. */
export function addAgencyLeavingCommands(program: Command): void {
  const agency = groupOf(program, "agency", "agencies");
  agency
    .command("export")
    .description("write everything that is an agency's own into a ZIP file")
    .requiredOption("--agency <id>", "whose data", parseId)
    .argument("<file>", "the file to write, for instance agentur.zip")
    .action(async (file: string, { agency: agencyId }: { agency: number }, command: Command) => {
      const bar = createProgressBar("export");
      const secrets = await openSecrets(command);
      const bytes = await withMedia(command, async (media) => {
        const { sql } = media;
        const files = [exportedMedia(media), exportedContacts(secrets), exportedSubscribers(secrets)];
        const options = { show: bar.show, files, actor: operator };
        const stream = await handOutAgency(sql, agencyId, options);
        return await writeWholeFile(file, (out) => appendStream(out, stream));
      }).finally(bar.end);
      print(command, { agencyId, file, bytes }, [
        `${file} holds the data of agency ${agencyId}: ${bytes} bytes.`,
      ]);
    });
  agency
    .command("delete")
    .description("remove an agency with all its data, after a time of grace in which it can come back")
    .argument("<id>", "the agency's id", parseId)
    .requiredOption("--confirm <name>", "the agency's name, letter by letter")
    .action(async (agencyId: number, { confirm }: { confirm: string }, command: Command) => {
      const { agencyGraceDays: graceDays } = configOf(command);
      const marked = await withDatabase(command, ({ sql }) =>
        deleteAgency(sql, agencyId, { name: confirm, graceDays, actor: operator }),
      );
      print(command, marked, [
        `Agency ${agencyId} is not reachable any more and will be removed after ${marked.deleteAfter}.`,
        `Until then: pr-service agency restore ${agencyId}`,
      ]);
    });
  agency
    .command("restore")
    .description("bring an agency back that waits for its removal")
    .argument("<id>", "the agency's id", parseId)
    .action(async (agencyId: number, _options: unknown, command: Command) => {
      const restored = await withDatabase(command, ({ sql }) =>
        restoreAgency(sql, agencyId, { actor: operator }),
      );
      print(command, restored, [
        `Agency ${agencyId} is back.`,
        "Releases whose date passed meanwhile do not appear by themselves: they wait as approved.",
      ]);
    });
}
