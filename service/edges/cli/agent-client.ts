import type { Command } from "commander";
import { areRedirectUris, signClientId } from "../../features/agent-access/client-id.ts";
import { cleanClientName } from "../../features/agent-access/rules.ts";
import { parseName } from "./arguments.ts";
import { openSecrets } from "./open-secrets.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";

export function addAgentClientCommands(program: Command): void {
  program
    .command("agent-client")
    .description("programs for which the operator vouches when people let them work in their name")
    .command("create")
    .description("print an id for a program; nothing is stored, and the id holds as long as SECRET_KEY does")
    .requiredOption("--name <name>", "as people read it when they are asked", parseName)
    .requiredOption(
      "--redirect-uri <address>",
      "where answers go: https, or http on 127.0.0.1, [::1] or localhost; may be repeated",
      collect,
    )
    .action(async (options: { name: string; redirectUri: string[] }, command: Command) => {
      const { redirectUri: redirectUris } = options;
      const name = cleanClientName(options.name);
      if (name === null) throw new UsageError("--name: must have characters that people can see.");
      if (!areRedirectUris(redirectUris))
        throw new UsageError(
          "--redirect-uri: 1 to 10 addresses of 400 characters at most, https or http on 127.0.0.1, [::1] or localhost, without a fragment.",
        );
      const secrets = await openSecrets(command);
      const clientId = signClientId(secrets, { name, redirectUris, isOfOperator: true });
      print(command, { clientId, name, redirectUris }, [clientId]);
    });
}

function collect(value: string, values: string[] = []): string[] {
  return [...values, value];
}
