import {
  orderReplay,
  type ReplayRequest,
  readReplay,
  replayLoopName,
} from "../../../../../features/reporting/webhooks/order-replay.ts";
import { type Context, type Done, defineForm } from "../../../definition.ts";
import { timedIdOfForm } from "../../../forms/id-of-form.ts";
import { instantOf } from "../../../forms/local-moment.ts";
import { hiddenField } from "../../../forms/text-fields.ts";
import { numberInPath, uuidInPath } from "../../../parts/path-id.ts";
import { showDeliveries, showMessagePage } from "./deliveries.ts";
import { showEndpoint } from "./endpoint.ts";
import { webhooksPath as path } from "./labels.ts";
import { catchUpFields, isRunning, replayPath } from "./replays.ts";

/** Everything that failed at an endpoint since a moment. */
const catchUpForm = defineForm({
  path: `${path}/:webhookId/nachholen`,
  action: "webhooks.replay",
  fields: catchUpFields,
  async handle(context) {
    const { visit, params, values } = context;
    const failedSince = values.since === null ? new Date(0) : instantOf(values.since, visit.timeZone);
    if (failedSince === null) throw new Error("A moment that the field took is none.");
    return await order(context, { webhookId: uuidInPath(params.webhookId), failedSince });
  },
  show: (context, { typed, problems, message }) => {
    const { failedSince, ...others } = problems;
    const since = failedSince === undefined ? others : { ...others, since: failedSince };
    return showEndpoint(context, { catchUp: { typed, problems: since, message } });
  },
});

/** One message to one endpoint. */
const messageForm = defineForm({
  path: `${path}/nachrichten/:messageId/zustellen`,
  action: "webhooks.replay",
  fields: { webhookId: hiddenField({ charactersMax: 36 }) },
  async handle(context) {
    const { params, values } = context;
    const message = uuidInPath(params.messageId);
    return await order(context, { webhookId: uuidInPath(values.webhookId), message });
  },
  show: (context, state) => showMessagePage(context, state),
});

/** All messages of a release. */
const releaseForm = defineForm({
  path: `${path}/zustellungen/meldung`,
  action: "webhooks.replay",
  fields: { releaseId: hiddenField({ charactersMax: 10 }) },
  handle: async (context) => order(context, { releaseId: numberInPath(context.values.releaseId) }),
  show: (context) => showDeliveries(context),
});

export const orderDefinitions = [catchUpForm, messageForm, releaseForm];

async function order(
  { visit, deps, idempotencyKey }: Pick<Context, "visit" | "deps"> & { idempotencyKey: string },
  request: ReplayRequest,
): Promise<Done> {
  const { agencyId } = visit;
  // From another moment, as after the browser's way back, is another order: it was said to be under way.
  const id = timedIdOfForm(agencyId, idempotencyKey, request);
  const { replayId, isNew } = await orderReplay(deps.sql, agencyId, { ...request, id }, visit.actor);
  deps.wake(replayLoopName);
  const location = replayPath(replayId);
  if (isNew) return { location, notice: "Die Wiederholung läuft im Hintergrund." };
  return {
    location,
    notice: isRunning(await readReplay(deps.sql, agencyId, replayId))
      ? "Diese Wiederholung läuft schon."
      : "Diese Wiederholung ist schon zu Ende. Um noch einmal zu beginnen, laden Sie die vorige Seite neu.",
  };
}
