import { normaliseEmail } from "../../../../features/people/rules.ts";
import { enqueueSignInMail } from "../../../../features/people/sign-in-mails.ts";
import { checkNetwork } from "../../../../floor/http/check-network.ts";
import { mailLoopName } from "../../../../floor/mail/outbox/loops.ts";
import type { DashboardDeps } from "../../deps.ts";

const windowMs = 15 * 60 * 1000;
/** Somebody who finds no mail tries a few times; more would fill a stranger's box. */
const mailsPerAddressMax = 5;
/** Sign-in mails that one client address may ask for: an office of twenty people may share it. */
const mailsPerClientMax = 20;

type LinkRequest = {
  email: string;
  clientAddress: string;
  requestId: string;
  next: string;
  /** Set where the link is to make this session fresh and open no other. */
  confirmsSessionId?: string | undefined;
};

/**
 * Sends a link to whoever has this address and works for an agency. It returns at once and says nothing, so that neither answer
 * nor time tells whether there is such a person.
 */
export function requestLink(deps: DashboardDeps, request: LinkRequest): void {
  sendLink(deps, request).catch((error: unknown) => {
    deps.log.error("sign_in_mail_failed", { requestId: request.requestId, error });
  });
}

async function sendLink(
  { sql, limiter, log, mailer, wake }: DashboardDeps,
  request: LinkRequest,
): Promise<void> {
  const { requestId, clientAddress, next, confirmsSessionId } = request;
  const email = normaliseEmail(request.email);
  if (email === null) return;
  if (mailer === null) {
    log.warn("sign_in_mail_not_sent", {
      requestId,
      reason: "SMTP_URL is not set; `pr-service login` prints a link",
    });
    return;
  }
  const client = await checkNetwork(limiter, clientAddress, {
    kind: "signin_client",
    limit: mailsPerClientMax,
    windowMs,
  });
  if (!client.isAdmitted) return;
  const address = await limiter.check(`signin_address:${email}`, mailsPerAddressMax, windowMs);
  if (!address.isAdmitted) return;
  if (await enqueueSignInMail(sql, { email, next, confirmsSessionId })) wake(mailLoopName("sign_in"));
}
