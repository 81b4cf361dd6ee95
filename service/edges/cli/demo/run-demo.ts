import { join } from "node:path";
import { demoAgencyName, demoClients } from "../../../demo/content/demo-agency.ts";
import { goneAddress } from "../../../demo/content/press-list.ts";
import type { Demo } from "../../../demo/demo.ts";
import { createDemoOutput } from "../../../demo/demo-output.ts";
import { type DemoMails, startDemoMails } from "../../../demo/mail-server.ts";
import { openDemo } from "../../../demo/open-demo.ts";
import { demoSteps } from "../../../demo/steps.ts";
import { whatNext } from "../../../demo/what-next.ts";
import { codeOf } from "../../../errors.ts";
import { createLog } from "../../../log.ts";
import type { Config } from "../../../program/config.ts";
import { readConfig } from "../../../program/config.ts";
import { startService } from "../../../program/start-service.ts";
import { explainStartError } from "../explain-start-error.ts";
import { operator } from "../operator.ts";
import { untilSignal } from "../until-signal.ts";
import { type DataDirectory, openDataDirectory } from "./data-directory.ts";

export type DemoOptions = { port?: number; once?: boolean };

const defaultPort = 3000;
/** Starting the service and creating the agency come before the steps of the list. */
const openingSteps = 2;

/** Runs the demo with what was typed, and removes its data at the end unless the directory is to be kept. */
export async function runDemo(
  options: DemoOptions,
  { dataDir, isJson }: { dataDir: string | undefined; isJson: boolean },
): Promise<void> {
  const directory = await openDataDirectory(dataDir);
  try {
    const mails = await startDemoMails(join(directory.path, "mails"), goneAddress);
    await show({ options, directory, mails, isJson }).finally(mails.close);
  } finally {
    await directory.close();
  }
}

async function show(input: {
  options: DemoOptions;
  directory: DataDirectory;
  mails: DemoMails;
  isJson: boolean;
}): Promise<void> {
  const { options, directory, mails, isJson } = input;
  // Bun's fetch would hand even loopback requests to the proxy that HTTP_PROXY names.
  // biome-ignore lint/style/noProcessEnv: it is Bun that reads it
  process.env.NO_PROXY = "127.0.0.1";
  const write = (text: string) => void process.stdout.write(text);
  const output = createDemoOutput(openingSteps + demoSteps.length, isJson ? () => {} : write);
  // One mailbox of the press list is gone on purpose, and its refusal no fault.
  const isMeant = (line: string) => line.includes('"mail_failed"') && line.includes('"EENVELOPE 550"');
  const log = createLog("warn", (line) => void (isMeant(line) || process.stderr.write(`${line}\n`)));
  // Listened for from the beginning, so that Ctrl-C in the middle of a step still leaves nothing behind.
  let isStopping = false;
  const stopped = untilSignal().then(() => {
    isStopping = true;
  });
  output.line("pr-service demo: the whole job on an embedded database. Nothing leaves this machine.");
  output.line();

  const { service } = await output.step("Start the service on a new database", async () => {
    const started = await startOnPort(options.port, (port) =>
      startService(demoConfig(directory, { port, smtpUrl: mails.url }), log, { migrates: true }),
    );
    const { url } = started;
    return { service: started, lines: [`${url}   data in ${directory.path}`, ...unsyncedLines(directory)] };
  });
  try {
    const { demo } = await output.step("Create an agency with clients, newsrooms and releases", async () => {
      const opened = await openDemo({
        service,
        log,
        dataDirectory: directory.path,
        mails,
        actor: operator,
      });
      return { demo: opened, lines: agencyLines(opened) };
    });
    const results: Record<string, unknown> = {};
    const toLookAt: string[] = [];
    for (const { name, title, run } of demoSteps) {
      if (isStopping) return;
      const { result, next = [] } = await output.step(title, () => run(demo));
      results[name] = result;
      toLookAt.push(...next);
    }
    if (isJson) write(`${JSON.stringify(documentOf(demo, results))}\n`);
    if (options.once === true) return;
    for (const line of await whatNext(demo, { isKept: directory.isKept, toLookAt })) output.line(line);
    await stopped;
    output.line("Stopping.");
  } finally {
    await service.stop();
  }
}

/** The demo reads nothing of the environment: what an operator has configured can't lead it to a real database. */
function demoConfig(
  { path, isKept }: DataDirectory,
  { port, smtpUrl }: { port: number; smtpUrl: string },
): Config {
  return readConfig({
    DATA_DIR: path,
    EMBEDDED_SYNC: isKept ? "on" : "off",
    HOST: "127.0.0.1",
    PORT: String(port),
    SMTP_URL: smtpUrl,
    MAIL_FROM: `${demoAgencyName} <post@hafenblick.example>`,
    // The demo plays the proxy that hands on its visitors' addresses.
    TRUSTED_PROXIES: "127.0.0.1",
    // The demo's own webhook receiver listens on loopback, which is refused without this.
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  });
}

function unsyncedLines({ isKept }: DataDirectory): string[] {
  return isKept ? [] : ["not synced to disk (EMBEDDED_SYNC=off), as it is removed at the end"];
}

/** The port that was asked for; without one the usual port, and if somebody has that, any free one. */
async function startOnPort<T>(port: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port ?? defaultPort);
  } catch (error) {
    if (port === undefined && isPortTaken(error)) return await start(0);
    throw explainStartError(error, port ?? defaultPort);
  }
}

function isPortTaken(error: unknown): boolean {
  return codeOf(error) === "EADDRINUSE";
}

function agencyLines(demo: Demo): string[] {
  return [
    `${demoAgencyName}: ${demoClients.length} clients, ${demo.releases.length} releases (all invented)`,
    ...demo.releases.map(({ publishedAt, clientName, title }) => {
      return `${publishedAt.toISOString().slice(0, 10)}  ${clientName}: ${title}`;
    }),
  ];
}

function documentOf(demo: Demo, steps: Record<string, unknown>) {
  return {
    url: demo.service.url,
    dataDirectory: demo.dataDirectory,
    agencyId: demo.agencyId,
    key: demo.apiKey,
    releases: demo.releases.map(({ pressReleaseId, title, path }) => ({
      pressReleaseId,
      title,
      url: `${demo.service.url}${path}`,
    })),
    steps,
  };
}
