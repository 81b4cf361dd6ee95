import type { Command } from "commander";
import { removeAgencyPartner } from "../../features/agent-access/remove-partner.ts";
import { addHandoffPartner, addOidcPartner, changePartnerTrust } from "../../features/people/add-partner.ts";
import { listPartners, type PartnerKind } from "../../features/people/partner-sql.ts";
import { oidcCallbackUrl } from "../../features/people/sign-in-by-oidc.ts";
import { parseId, parseName, parseOneOf, parseUuid } from "./arguments.ts";
import { openSecrets } from "./open-secrets.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { readSecretOption } from "./read-secret-option.ts";
import { readTextFile } from "./read-text-file.ts";
import { serviceAddress } from "./service-address.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, targetRulesOf, withDatabase } from "./with-database.ts";

type AddOptions = {
  agency: number;
  kind: PartnerKind;
  name: string;
  issuer: string;
  clientId?: string;
  required?: boolean;
  trustEmail?: boolean;
  publicKeyFile?: string;
  publicKeyUrl?: string;
};

export function addPartnerCommands(program: Command): void {
  const partner = program.command("partner").description("other ways for an agency's people to sign in");

  const add = partner
    .command("add")
    .description("let people sign in by an OpenID Connect provider (oidc) or a portal (handoff)")
    .requiredOption("--agency <id>", "whose people", parseId)
    .requiredOption("--kind <kind>", "oidc or handoff", parseOneOf(["oidc", "handoff"] as const))
    .requiredOption("--name <name>", "what people call it", parseName)
    .requiredOption("--issuer <issuer>", "the provider's address, or what the portal names itself in `iss`")
    .option("--client-id <id>", "oidc: as the provider names this service", parseName)
    .option("--client-secret-file <file>", "oidc: file that holds the client secret; - is stdin")
    .option("--required", "oidc: the only way to sign in, but for an owner's passkey")
    .option("--trust-email", "oidc: the provider confirms every mail address, though it may not say so")
    .option("--public-key-file <file>", "handoff: file that holds the portal's public JWK")
    .option("--public-key-url <url>", "handoff: https address of the portal's JWKS");
  add.action(async (options: AddOptions, command: Command) => {
    const id = options.kind === "oidc" ? await addOidc(options, command) : await addHandoff(options, command);
    const address = await serviceAddress(configOf(command));
    const lines =
      options.kind === "oidc"
        ? [
            `People sign in at ${address}/app/anmelden/partner/${id}`,
            `Redirect URI for the provider: ${oidcCallbackUrl(address, id)}`,
          ]
        : [`The portal posts its tokens to ${address}/app/handoff as the form field "token".`];
    print(command, { partnerId: id }, [`Partner ${id} is added.`, ...lines]);
  });

  partner
    .command("list")
    .description("list an agency's partners, without secrets")
    .requiredOption("--agency <id>", "whose partners", parseId)
    .action(async (options: { agency: number }, command: Command) => {
      const partners = await withDatabase(command, ({ sql }) => listPartners(sql, options.agency));
      const lines = partners.map(({ id, kind, isRequired, name, issuer }) =>
        [id, kind, ...(isRequired ? ["required"] : []), name, issuer].join("  "),
      );
      print(command, { partners }, lines.length === 0 ? ["No partners."] : lines);
    });

  for (const [name, trustsEmail, description] of trustCommands)
    partner
      .command(name)
      .description(description)
      .requiredOption("--agency <id>", "whose partner", parseId)
      .argument("<id>", "its id, as `partner list` shows it", parseUuid)
      .action(async (id: string, options: { agency: number }, command: Command) => {
        const change = { id, trustsEmail };
        await withDatabase(command, ({ sql }) => changePartnerTrust(sql, options.agency, change, operator));
        print(command, { partnerId: id, trustsEmail }, [`Partner ${id} is changed.`]);
      });

  partner
    .command("remove")
    .description("end a partner's sign-on; its sessions end too")
    .requiredOption("--agency <id>", "whose partner", parseId)
    .argument("<id>", "its id, as `partner list` shows it", parseUuid)
    .action(async (id: string, options: { agency: number }, command: Command) => {
      await withDatabase(command, ({ sql }) => removeAgencyPartner(sql, options.agency, id, operator));
      print(command, { partnerId: id, removed: true }, [`Partner ${id} is removed.`]);
    });
}

const trustCommands = [
  ["trust-email", true, "take every mail address that an OpenID Connect provider names"],
  ["distrust-email", false, "take only addresses that the provider says it has confirmed"],
] as const;

async function addOidc(options: AddOptions, command: Command): Promise<string> {
  const { name, issuer, clientId, required, trustEmail } = options;
  if (clientId === undefined) throw new UsageError("--client-id is missing.");
  const clientSecret = await readSecretOption(command, "client-secret");
  const secrets = await openSecrets(command);
  const { id } = await withDatabase(command, ({ sql }) =>
    addOidcPartner(
      { sql, secrets, targetRules: targetRulesOf(command) },
      options.agency,
      {
        name,
        issuer,
        clientId,
        clientSecret,
        isRequired: required === true,
        trustsEmail: trustEmail === true,
      },
      operator,
    ),
  );
  return id;
}

async function addHandoff(options: AddOptions, command: Command): Promise<string> {
  const { name, issuer, publicKeyFile, publicKeyUrl = null } = options;
  const publicKey = publicKeyFile === undefined ? null : await readTextFile(publicKeyFile);
  const { id } = await withDatabase(command, ({ sql }) =>
    addHandoffPartner(
      { sql, targetRules: targetRulesOf(command) },
      options.agency,
      { name, issuer, publicKey, publicKeyUrl },
      operator,
    ),
  );
  return id;
}
