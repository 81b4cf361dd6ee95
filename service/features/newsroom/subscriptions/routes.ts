import { Elysia } from "elysia";
import type { Sql } from "../../../floor/db/open.ts";
import { checkNetwork } from "../../../floor/http/check-network.ts";
import { readForm } from "../../../floor/http/read-body.ts";
import { requestContext } from "../../../floor/http/request-context.ts";
import type { Limiter } from "../../../floor/limits/sliding-window.ts";
import type { Mailer } from "../../../floor/mail/mailer.ts";
import { mailLoopName } from "../../../floor/mail/outbox/loops.ts";
import {
  type PageContext,
  secretPageResponse,
  secretRoutes,
} from "../../../floor/secret-links/secret-page.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { isFromOwnPage } from "../../../floor/web/is-from-own-page.ts";
import type { Log } from "../../../log.ts";
import { findAgency } from "../../agencies/list-agencies-sql.ts";
import { loadMailTopics } from "../directory.ts";
import { findNewsroomByWord } from "../find-newsroom-row.ts";
import { renderNotFoundPage } from "../pages/render-not-found-page.ts";
import { subscribePath } from "../paths.ts";
import type { NewsroomRow } from "../sql.ts";
import { hashAddress } from "./address-cipher.ts";
import { pageIn, refuseForm, subscriptionLinkRoutes } from "./link-routes.ts";
import { renderRefusedPage } from "./pages/link-pages.ts";
import {
  type RefusedInput,
  renderRequestedPage,
  renderSubscribePage,
  renderTooManyPage,
} from "./pages/subscribe-page.ts";
import { checkSubscribeInput, type SubscribeInput, subscribe } from "./subscribe.ts";

export type SubscriptionDeps = {
  sql: Sql;
  log: Log;
  limiter: Limiter;
  secrets: SecretCipher;
  publicUrl: string;
  /** Null where no mail can be sent: then there is no form. */
  mailer: Mailer | null;
  wake: (loopName: string) => void;
};

/** Topics that a form offers, those used most; a select with more is no help. */
const topicsMax = 50;

/** Seconds after which a network may ask again. */
const retrySeconds = 15 * 60;

/** A person subscribes to a handful of newsrooms in one go. */
const perNetwork = { limit: 10, windowMs: 15 * 60 * 1000 };
/** Of one topic of a newsroom: who asks for a second mail waits for the first. */
const perTopic = { limit: 3, windowMs: 24 * 3600 * 1000 };
/** Of all newsrooms of an agency: a journalist takes a few topics of several on a day; more would be a way to fill somebody's mailbox. */
const perAddress = { limit: 20, windowMs: 24 * 3600 * 1000 };

/** The form with which a journalist subscribes to a newsroom, and the pages behind the links in mails. */
export function subscriptionRoutes(deps: SubscriptionDeps) {
  const { sql, limiter, secrets } = deps;
  const form = secretRoutes<NewsroomRow>({
    route: "/abo/:clientSlug",
    log: deps.log,
    refuse: refuseForm,
    open: async ({ request, params: { clientSlug = "" } }) => {
      const newsroomRow = deps.mailer === null ? null : await findNewsroomByWord(sql, clientSlug);
      // One without an imprint is nobody's yet but the agency's: its form showed whom it works for.
      if (newsroomRow?.isShown !== true) return secretPageResponse(renderNotFoundPage(null), 404);
      return newsroomRow.clientSlug === clientSlug ? newsroomRow : toCurrentWord(newsroomRow, request);
    },
    show,
    act: take,
  });
  return new Elysia().use(form).use(subscriptionLinkRoutes(deps));

  async function show(newsroomRow: NewsroomRow, { request }: PageContext): Promise<Response> {
    return new URL(request.url).searchParams.has("gesendet")
      ? pageIn(newsroomRow.language, renderRequestedPage(newsroomRow), 200)
      : pageIn(newsroomRow.language, await renderForm(newsroomRow, null), 200);
  }

  async function take(newsroomRow: NewsroomRow, { request }: PageContext): Promise<Response> {
    const sent = await readForm(request);
    const { agencyId, clientId, language } = newsroomRow;
    if (!isFromOwnPage(request, deps.publicUrl)) return pageIn(language, renderRefusedPage(language), 403);
    if (sent === null) return pageIn(language, renderRefusedPage(language), 400);
    if (!(await admitNetwork(limiter, requestContext(request).clientAddress)))
      return secretPageResponse(renderTooManyPage(newsroomRow), 429, {
        language,
        headers: { "retry-after": String(retrySeconds) },
      });
    const input: SubscribeInput = {
      email: sent.get("email") ?? "",
      topic: sent.get("topic") || null,
      frequency: sent.get("frequency") ?? "",
    };
    const checked = await checkSubscribeInput(sql, newsroomRow, input);
    if ("wrong" in checked)
      return pageIn(language, await renderForm(newsroomRow, { input, wrong: checked.wrong }), 400);
    // Past its limit an address gets the same page and no mail, so the page never shows whether it is known.
    const addressHash = hashAddress(secrets, agencyId, checked.address);
    if (await admitAddress(limiter, { addressHash, clientId, topic: checked.topic }))
      await subscribe(sql, secrets, agencyId, { ...checked, clientId, language });
    deps.wake(mailLoopName("many"));
    return secretPageResponse(null, 303, {
      headers: { location: `${subscribePath(newsroomRow.clientSlug)}?gesendet` },
    });
  }

  async function renderForm(newsroomRow: NewsroomRow, refused: RefusedInput | null): Promise<string> {
    const { agencyId, clientId } = newsroomRow;
    const [agency, known] = await Promise.all([
      findAgency(sql, agencyId),
      loadMailTopics(sql, agencyId, clientId),
    ]);
    if (agency === null) throw new Error(`There is no agency ${agencyId}.`);
    const topics = known.slice(0, topicsMax).map(({ name }) => name);
    topics.sort((a, b) => a.localeCompare(b, newsroomRow.language));
    return renderSubscribePage({ newsroomRow, agencyName: agency.name, topics, refused });
  }
}

/** From an earlier address word to the present one. By 308 a browser sends a form anew, one that was open meanwhile. */
function toCurrentWord({ clientSlug }: NewsroomRow, request: Request): Response {
  const location = subscribePath(clientSlug) + new URL(request.url).search;
  return secretPageResponse(null, 308, { headers: { location } });
}

/** False where one client network asks too often. */
async function admitNetwork(limiter: Limiter, clientAddress: string): Promise<boolean> {
  return (await checkNetwork(limiter, clientAddress, { kind: "subscribe:network", ...perNetwork }))
    .isAdmitted;
}

/** False where one mail address was asked for too often, by its keyed hash. What its topic refuses takes nothing from the others. */
async function admitAddress(
  limiter: Limiter,
  { addressHash, clientId, topic }: { addressHash: Uint8Array; clientId: number; topic: string | null },
): Promise<boolean> {
  const hash = Buffer.from(addressHash).toString("hex");
  const topicKey = `subscribe_topic:${hash}:${clientId}:${topic ?? ""}`;
  if (!(await limiter.check(topicKey, perTopic.limit, perTopic.windowMs)).isAdmitted) return false;
  const key = `subscribe_address:${hash}`;
  return (await limiter.check(key, perAddress.limit, perAddress.windowMs)).isAdmitted;
}
