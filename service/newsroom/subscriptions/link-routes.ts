import { Elysia } from "elysia";
import type { Sql } from "../../db/open.ts";
import { readForm } from "../../http/read-form.ts";
import type { Log } from "../../log.ts";
import type { SecretCipher } from "../../secrets/secret-cipher.ts";
import { formPageResponse } from "../../web/form-page.ts";
import { isFromOwnPage } from "../../web/is-from-own-page.ts";
import { guardPage, type PageContext } from "./guard-page.ts";
import { type LinkPurpose, readLink } from "./link-token.ts";
import {
  renderConfirmedPage,
  renderConfirmPage,
  renderDataPage,
  renderDeadLinkPage,
  renderErasedPage,
  renderLeavePage,
  renderLeftPage,
  renderRefusedPage,
} from "./pages/link-pages.ts";
import { linkPath } from "./paths.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- a subscriber's own act: its row is the proof, and the audit outlives what is erased.
import { confirmRow, endSubscriptions, type FoundSubscription, findSubscription } from "./sql.ts";
import { subscriptionsOfHash } from "./subscribers.ts";

type LinkDeps = { sql: Sql; log: Log; secrets: SecretCipher; publicUrl: string };
/** A subscription that a signed link names, with the agency that the link says. */
type Linked = { agencyId: number; found: FoundSubscription; context: PageContext };
type Answer = (deps: LinkDeps, linked: Linked) => Response | Promise<Response>;

/** The pages behind the links in mails. GET shows and changes nothing, POST does. */
export function subscriptionLinkRoutes(deps: LinkDeps) {
  const { sql, secrets, log } = deps;
  const routes = new Elysia({ detail: { hide: true } });
  page("confirm", { show: showConfirm, act: confirm });
  page("leave", { show: showLeave, act: leave });
  page("data", { show: showData, act: erase });
  return routes;

  function page(
    purpose: LinkPurpose,
    answers: {
      show: Answer;
      act: Answer;
    },
  ): void {
    const path = linkPath(purpose, ":token");
    const linked = (answer: Answer) =>
      guardPage(log, path, async (context) => {
        const ref = readLink(secrets, purpose, context.params.token ?? "");
        const found = ref === null ? null : await findSubscription(sql, ref.agencyId, ref.id);
        if (ref === null || found === null) return formPageResponse(renderDeadLinkPage(), 404);
        return await answer(deps, { agencyId: ref.agencyId, found, context });
      });
    routes
      .get(path, linked(answers.show))
      .head(path, linked(answers.show))
      .post(path, linked(answers.act), { parse: "none" });
  }
}

function showConfirm(_deps: LinkDeps, { found }: Linked): Response {
  if (found.status === "active") return formPageResponse(renderConfirmedPage(found), 200);
  if (found.status === "ended" || found.isExpired)
    return formPageResponse(renderDeadLinkPage(found.language), 410);
  return formPageResponse(renderConfirmPage(found), 200);
}

async function confirm(deps: LinkDeps, { agencyId, found, context }: Linked): Promise<Response> {
  if (!isFromOwnPage(context.request, deps.publicUrl))
    return formPageResponse(renderRefusedPage(found.language), 403);
  const isConfirmed = await confirmRow(deps.sql, agencyId, found.id);
  return isConfirmed
    ? formPageResponse(renderConfirmedPage(found), 200)
    : showConfirm(deps, { agencyId, found, context });
}

function showLeave(_deps: LinkDeps, { found }: Linked): Response {
  return formPageResponse(found.status === "ended" ? renderLeftPage(found) : renderLeavePage(found), 200);
}

/** RFC 8058: mail programs post here by themselves, from anywhere and without a cookie. The signed link is what allows it. */
async function leave({ sql }: LinkDeps, { agencyId, found }: Linked): Promise<Response> {
  await endSubscriptions(sql, agencyId, { which: { id: found.id }, reason: "unsubscribed" });
  return formPageResponse(renderLeftPage(found), 200);
}

async function showData({ sql, secrets }: LinkDeps, { agencyId, found, context }: Linked): Promise<Response> {
  const subscribers = await subscriptionsOfHash(sql, agencyId, found.addressHash, secrets);
  const { searchParams, pathname } = new URL(context.request.url);
  if (searchParams.get("format") !== "json")
    return formPageResponse(renderDataPage(found, subscribers, `${pathname}?format=json`), 200);
  const body = JSON.stringify({ agency: found.agencyName, subscriptions: subscribers }, null, 2);
  return formPageResponse(body, 200, {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="meine-daten.json"',
  });
}

async function erase({ sql, publicUrl }: LinkDeps, { agencyId, found, context }: Linked): Promise<Response> {
  const form = await readForm(context.request);
  if (!isFromOwnPage(context.request, publicUrl))
    return formPageResponse(renderRefusedPage(found.language), 403);
  if (form?.get("action") !== "erase") return formPageResponse(renderRefusedPage(found.language), 400);
  const which = { addressHash: found.addressHash };
  await endSubscriptions(sql, agencyId, { which, reason: "erased" });
  return formPageResponse(renderErasedPage(found), 200);
}
