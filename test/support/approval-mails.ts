import { startMailServer } from "./mail-server.ts";
import { readMail } from "./read-mail.ts";
import { until } from "./until.ts";

/** A mail server, the settings of a service that uses it, and the links to approvals that came. */
export async function startApprovalMails() {
  const server = await startMailServer();
  return {
    settings: { SMTP_URL: server.url, MAIL_FROM: "Nordlicht <freigabe@nordlicht.example>" },
    /** The link of the newest request to this address, as soon as it has come. */
    linkTo: async (address: string): Promise<string> => {
      const newest = () =>
        server.received
          .filter(({ to }) => to.includes(address))
          .flatMap(
            ({ source }) => /http:\/\/localhost:\d+\/approvals\/[\w-]{43}/.exec(readMail(source))?.[0] ?? [],
          )
          .at(-1);
      await until(async () => newest() !== undefined);
      return newest() ?? "";
    },
    stop: () => server.stop(),
  };
}
