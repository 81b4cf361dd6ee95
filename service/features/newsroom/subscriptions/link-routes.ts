import { Elysia } from "elysia";
import type { Sql } from "../../../floor/db/open.ts";
import { downloadHeaders } from "../../../floor/http/downloads.ts";
import { readForm } from "../../../floor/http/read-body.ts";
import {
  type PageContext,
  secretPageResponse,
  secretRoutes,
} from "../../../floor/secret-links/secret-page.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { isFromOwnPage } from "../../../floor/web/is-from-own-page.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import type { Log } from "../../../log.ts";
import { type LinkPurpose, linkPath, readLink } from "./link-token.ts";
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
// oxlint-disable-next-line pr-service/no-writing-sql -- a subscriber's own act: its row is the proof, and the audit outlives what is erased.
import { confirmRow, endSubscriptions, findSubscription, type LinkedSubscription } from "./sql.ts";
import { subscriptionsOfHash } from "./subscribers.ts";

type LinkDeps = { sql: Sql; log: Log; secrets: SecretCipher; publicUrl: string };
/** A subscription that a signed link names, with the agency that the link says. */
type Linked = { agencyId: number; found: LinkedSubscription; context: PageContext };
type Answer = (deps: LinkDeps, linked: Linked) => Response | Promise<Response>;

/** The pages behind the links in mails. GET shows and changes nothing, POST does. */
export function subscriptionLinkRoutes(deps: LinkDeps) {
  return new Elysia()
    .use(page("confirm", { show: showConfirm, act: confirm }))
    .use(page("leave", { show: showLeave, act: leave }))
    .use(page("data", { show: showData, act: erase }));

  function page(purpose: LinkPurpose, { show, act }: { show: Answer; act: Answer }) {
    return secretRoutes<Linked>({
      route: linkPath(purpose, ":token"),
      log: deps.log,
      refuse: refuseForm,
      open: async (context) => {
        const ref = readLink(deps.secrets, purpose, context.token);
        const found = ref === null ? null : await findSubscription(deps.sql, ref.agencyId, ref.id);
        if (ref === null || found === null) return secretPageResponse(renderDeadLinkPage(), 404);
        return { agencyId: ref.agencyId, found, context };
      },
      show: (linked) => show(deps, linked),
      act: (linked) => act(deps, linked),
    });
  }
}

/** A page that speaks the newsroom's language, and its header says so. */
export function pageIn(language: PageLanguage, page: string, status: 200 | 400 | 403 | 410): Response {
  return secretPageResponse(page, status, { language });
}

export function refuseForm(status: 400 | 413): Response {
  return secretPageResponse(renderRefusedPage(), status);
}

function showConfirm(_deps: LinkDeps, { found }: Linked): Response {
  if (found.status === "active") return pageIn(found.language, renderConfirmedPage(found), 200);
  if (found.status === "ended" || found.isExpired)
    return pageIn(found.language, renderDeadLinkPage(found.language), 410);
  return pageIn(found.language, renderConfirmPage(found), 200);
}

async function confirm(deps: LinkDeps, { agencyId, found, context }: Linked): Promise<Response> {
  if (!isFromOwnPage(context.request, deps.publicUrl))
    return pageIn(found.language, renderRefusedPage(found.language), 403);
  const isConfirmed = await confirmRow(deps.sql, agencyId, found.id);
  return isConfirmed
    ? pageIn(found.language, renderConfirmedPage(found), 200)
    : showConfirm(deps, { agencyId, found, context });
}

function showLeave(_deps: LinkDeps, { found }: Linked): Response {
  const page = found.status === "ended" ? renderLeftPage(found) : renderLeavePage(found);
  return pageIn(found.language, page, 200);
}

/** RFC 8058: mail programs post here by themselves, from anywhere and without a cookie. The signed link is what allows it. */
async function leave({ sql }: LinkDeps, { agencyId, found }: Linked): Promise<Response> {
  await endSubscriptions(sql, agencyId, { which: { id: found.id }, reason: "unsubscribed" });
  return pageIn(found.language, renderLeftPage(found), 200);
}

async function showData({ sql, secrets }: LinkDeps, { agencyId, found, context }: Linked): Promise<Response> {
  const subscribers = await subscriptionsOfHash(sql, agencyId, found.addressHash, secrets);
  const { searchParams, pathname } = new URL(context.request.url);
  if (searchParams.get("format") !== "json")
    return pageIn(found.language, renderDataPage(found, subscribers, `${pathname}?format=json`), 200);
  const body = JSON.stringify({ agency: found.agencyName, subscriptions: subscribers }, null, 2);
  return secretPageResponse(body, 200, { language: null, headers: downloadHeaders("meine-daten.json") });
}

async function erase({ sql, publicUrl }: LinkDeps, { agencyId, found, context }: Linked): Promise<Response> {
  const form = await readForm(context.request);
  if (!isFromOwnPage(context.request, publicUrl))
    return pageIn(found.language, renderRefusedPage(found.language), 403);
  if (form?.get("action") !== "erase") return pageIn(found.language, renderRefusedPage(found.language), 400);
  const which = { addressHash: found.addressHash };
  await endSubscriptions(sql, agencyId, { which, reason: "erased" });
  return pageIn(found.language, renderErasedPage(found), 200);
}
