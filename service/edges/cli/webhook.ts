import type { Command } from "commander";
import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { type WebhookEventType, webhookEventTypes } from "../../features/events/event-schema.ts";
import {
  changeWebhookEvents,
  pauseWebhook,
  readEvents,
  resumeWebhook,
  rotateSecret,
} from "../../features/reporting/webhooks/change-webhook.ts";
import { createWebhook } from "../../features/reporting/webhooks/create-webhook.ts";
import { listDeliveries } from "../../features/reporting/webhooks/list-deliveries.ts";
import { takeReplayStep } from "../../features/reporting/webhooks/loops.ts";
import {
  orderReplay,
  type ReplayRequest,
  readReplay,
} from "../../features/reporting/webhooks/order-replay.ts";
import { attemptStatuses } from "../../features/reporting/webhooks/schema.ts";
import { sendTestEvent } from "../../features/reporting/webhooks/send-test-event.ts";
import { limitForPeople } from "../../floor/db/keyset-list.ts";
import type { Sql } from "../../floor/db/open.ts";
import { createAddressRanges } from "../../floor/http/address-ranges.ts";
import { createLog } from "../../log.ts";
import { parseId, parseInstant, parseOneOf, parseTexts, parseUuid } from "./arguments.ts";
import { groupOf, paged, printList } from "./lists/add-list.ts";
import { openSecrets } from "./open-secrets.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";

const parseEvent = parseOneOf<WebhookEventType>(webhookEventTypes);

/** All of `webhook` but `list` and `show`. */
export function addWebhookCommands(program: Command): void {
  const webhook = groupOf(program, "webhook", "endpoints that are told of events");
  addCreate(webhook);
  addChanges(webhook);
  addRotate(webhook);
  addTest(webhook);
  addDeliveries(webhook);
  addReplay(webhook);
}

function addCreate(webhook: Command): void {
  webhook
    .command("create")
    .description("register an endpoint; its signing secret is shown this once")
    .requiredOption("--agency <id>", "whose endpoint", parseId)
    .requiredOption("--url <url>", "where events are posted to")
    .requiredOption("--events <names>", "names of events, with commas between them", parseTexts)
    .action(async (options: { agency: number; url: string; events: string[] }, command: Command) => {
      const secrets = await openSecrets(command);
      const rules = { allowCidrs: createAddressRanges(configOf(command).webhookAllowCidrs) };
      const log = createLog("warn", (line) => void process.stderr.write(`${line}\n`));
      const request = { endpointUrl: options.url, events: readEvents(options.events) };
      const created = await withDatabase(command, ({ sql }) =>
        createWebhook(sql, options.agency, request, { secrets, rules, log, actor: operator }),
      );
      print(command, created, [
        `Webhook ${created.id}`,
        created.signingSecret,
        "Keep it: it is not shown again.",
      ]);
    });
}

function addChanges(webhook: Command): void {
  webhook
    .command("pause")
    .description("stop deliveries to an endpoint; its events wait for up to 14 days")
    .argument("<id>", "the webhook's id", parseUuid)
    .action(async (id: string, _options: unknown, command: Command) => {
      await withWebhook(command, id, (sql, agencyId) => pauseWebhook(sql, agencyId, id, operator));
      print(command, { id, active: false }, [`Webhook ${id} is paused. \`webhook resume\` lets it go on.`]);
    });
  webhook
    .command("resume")
    .description("let a paused or disabled endpoint go on")
    .argument("<id>", "the webhook's id", parseUuid)
    .action(async (id: string, _options: unknown, command: Command) => {
      await withWebhook(command, id, (sql, agencyId) => resumeWebhook(sql, agencyId, id, operator));
      print(command, { id, active: true }, [`Webhook ${id} goes on.`]);
    });
  webhook
    .command("events")
    .description("choose the events that an endpoint is told of")
    .argument("<id>", "the webhook's id", parseUuid)
    .requiredOption("--events <names>", "names of events, with commas between them", parseTexts)
    .action(async (id: string, { events }: { events: string[] }, command: Command) => {
      const input = { webhookId: id, events };
      await withWebhook(command, id, (sql, agencyId) => changeWebhookEvents(sql, agencyId, input, operator));
      print(command, { id, events: readEvents(events) }, [`Webhook ${id} listens to ${events.join(", ")}.`]);
    });
}

function addRotate(webhook: Command): void {
  webhook
    .command("rotate")
    .description("make a new signing secret, shown this once; for 24 hours the old one signs too")
    .argument("<id>", "the webhook's id", parseUuid)
    .action(async (id: string, _options: unknown, command: Command) => {
      const secrets = await openSecrets(command);
      const input = { webhookId: id, rotationKey: crypto.randomUUID() };
      const rotated = await withWebhook(command, id, (sql, agencyId) =>
        rotateSecret(sql, agencyId, input, { secrets, actor: operator }),
      );
      print(command, rotated, [
        rotated.signingSecret,
        `Keep it: it is not shown again. The old secret signs too until ${rotated.oldSecretEndsAt}.`,
      ]);
    });
}

function addTest(webhook: Command): void {
  webhook
    .command("test")
    .description("send an example of an event to one endpoint, marked as a test")
    .argument("<id>", "the webhook's id", parseUuid)
    .option("--event <name>", "which event (default: report.created)", parseEvent, "report.created" as const)
    .action(async (id: string, { event }: { event: WebhookEventType }, command: Command) => {
      const input = { webhookId: id, eventType: event };
      const sent = await withWebhook(command, id, (sql, agencyId) =>
        sendTestEvent(sql, agencyId, input, operator),
      );
      print(command, sent, [
        `${sent.name} is on its way. \`webhook deliveries --webhook ${id}\` shows its attempts.`,
      ]);
    });
}

type DeliveryOptions = {
  agency?: number;
  webhook?: string;
  event?: string;
  status?: string;
  release?: number;
  limit?: number;
  cursor?: string;
};

function addDeliveries(webhook: Command): void {
  paged(webhook.command("deliveries").description("list attempts of the last 90 days"), {
    default: limitForPeople,
  })
    .option("--agency <id>", "whose", parseId)
    .option("--webhook <id>", "to this endpoint alone", parseUuid)
    .option("--event <name>", "of this event alone", parseEvent)
    .option("--status <status>", attemptStatuses.join(", "), parseOneOf(attemptStatuses))
    .option("--release <id>", "of this release alone", parseId)
    .action(async (options: DeliveryOptions, command: Command) => {
      const { agency, webhook: webhookId, event: eventType, release: releaseId, ...rest } = options;
      const listed = await withDatabase(command, async ({ sql }) =>
        listDeliveries(sql, await agencyFor(sql, { agency, webhookId }), {
          webhookId,
          eventType,
          releaseId,
          ...rest,
        }),
      );
      const line = (row: (typeof listed.deliveries)[number]) =>
        `${row.attemptedAt.toISOString()}  ${row.status}  ${row.responseStatus ?? row.error ?? ""}  ${row.eventType}  ${row.messageId}  ${row.endpointUrl ?? row.webhookId}`;
      printList(
        command,
        { plural: "deliveries", line },
        { rows: listed.deliveries, nextCursor: listed.nextCursor },
      );
    });
}

type ReplayOptions = { agency?: number; webhook?: string; message?: string; since?: Date; release?: number };

function addReplay(webhook: Command): void {
  webhook
    .command("replay")
    .description("send messages once more: one, all that failed at an endpoint, or all of a release")
    .option("--webhook <id>", "the endpoint, with --message or --since", parseUuid)
    .option("--message <id>", "one message, as `webhook deliveries` names it")
    .option("--since <instant>", "all that failed since then", parseInstant)
    .option("--agency <id>", "whose release, with --release", parseId)
    .option("--release <id>", "all messages of a release", parseId)
    .action(async (options: ReplayOptions, command: Command) => {
      const request = replayRequest(options);
      const replay = await withDatabase(command, async ({ sql }) => {
        const agencyId = await agencyFor(sql, { agency: options.agency, webhookId: options.webhook });
        const { replayId } = await orderReplay(sql, agencyId, request, operator);
        // The service's loop may work on the same order: each step is taken by one of them.
        while ((await takeReplayStep(sql, agencyId)) !== null);
        return await readReplay(sql, agencyId, replayId);
      });
      print(command, replay, [`${replay.queued} messages are sent once more.`]);
    });
}

function replayRequest({ agency, webhook, message, since, release }: ReplayOptions): ReplayRequest {
  if (webhook !== undefined && message !== undefined && since === undefined && release === undefined)
    return { webhookId: webhook, message };
  if (webhook !== undefined && since !== undefined && message === undefined && release === undefined)
    return { webhookId: webhook, failedSince: since };
  const isOfRelease = webhook === undefined && message === undefined && since === undefined;
  if (isOfRelease && agency !== undefined && release !== undefined) return { releaseId: release };
  throw new UsageError("Give --webhook with --message or with --since, or --agency with --release.");
}

async function agencyFor(
  sql: Sql,
  { agency, webhookId }: { agency: number | undefined; webhookId: string | undefined },
): Promise<number> {
  if (agency !== undefined) return agency;
  if (webhookId === undefined) throw new UsageError("Give --agency or --webhook.");
  return await findAgencyOf(sql, "webhook", webhookId);
}

/** Runs a verb with the agency that the webhook belongs to: operators name it by its id alone. */
async function withWebhook<T>(
  command: Command,
  webhookId: string,
  work: (sql: Sql, agencyId: number) => Promise<T>,
): Promise<T> {
  return await withDatabase(command, async ({ sql }) =>
    work(sql, await findAgencyOf(sql, "webhook", webhookId)),
  );
}
