import type { Command } from "commander";
import { addDomain, listDomains, removeDomain } from "../../features/newsroom/domains/change-domains.ts";
import { proveDomain } from "../../features/newsroom/domains/prove-domain.ts";
import type { DomainView } from "../../features/newsroom/domains/view.ts";
import { parseId } from "./arguments.ts";
import { type ClientChoice, findChosenClient } from "./find-client.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { configOf, targetRulesOf, withDatabase } from "./with-database.ts";

export function addNewsroomDomainCommands(newsroom: Command): void {
  const domain = newsroom.command("domain").description("own domains of newsrooms");

  withClient(domain.command("add"), "claim a name such as presse.client.example, and say how to prove it")
    .argument("<host>", "the name")
    .action(async (host: string, options: ClientChoice, command: Command) => {
      const { publicUrl, allowedHosts } = configOf(command);
      const serviceHosts = [...(publicUrl === null ? [] : [new URL(publicUrl).host]), ...allowedHosts];
      const view = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, options);
        return await addDomain(sql, agencyId, { clientId, host }, { actor: operator, serviceHosts });
      });
      print(command, view, proofLines(view));
    });

  withClient(domain.command("prove"), "look for the proof; the newsroom is at this name from then on")
    .argument("<host>", "the name")
    .action(async (host: string, options: ClientChoice, command: Command) => {
      const targetRules = targetRulesOf(command);
      const view = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, options);
        return await proveDomain(sql, agencyId, { clientId, host }, { actor: operator, targetRules });
      });
      print(command, view, [
        `${view.host} is proven. The newsroom is there now, and the old address leads to it.`,
      ]);
    });

  withClient(domain.command("remove"), "give a name up")
    .argument("<host>", "the name")
    .action(async (host: string, options: ClientChoice, command: Command) => {
      const removed = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, options);
        return await removeDomain(sql, agencyId, { clientId, host }, operator);
      });
      print(command, removed, [`${removed.host} is given up.`]);
    });

  withClient(domain.command("list"), "list a newsroom's names, each with what proves it").action(
    async (options: ClientChoice, command: Command) => {
      const list = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, options);
        return await listDomains(sql, agencyId, clientId);
      });
      print(command, list, list.domains.length === 0 ? ["No domains."] : list.domains.flatMap(proofLines));
    },
  );
}

function withClient(command: Command, description: string): Command {
  return command
    .description(description)
    .requiredOption("--client <id>", "whose newsroom", parseId)
    .option("--agency <id>", "the client's agency", parseId);
}

function proofLines({ clientId, host, provenAt, proof }: DomainView): string[] {
  if (provenAt !== null) return [`${host}: proven.`];
  return [
    `${host}: not proven. Set a TXT record at ${proof.txtName} with ${proof.txtValue},`,
    `or let ${proof.pageUrl} answer with ${proof.pageText}.`,
    `Then: pr-service newsroom domain prove ${host} --client ${clientId}`,
  ];
}
