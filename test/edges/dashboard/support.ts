import { inviteMember } from "../../../service/features/people/invite-member.ts";
import type { Role } from "../../../service/features/people/rights.ts";
import { issueSignInLink } from "../../../service/features/people/sign-in.ts";
import type { TestService } from "../../support/service.ts";

export type DashboardUser = {
  personId: string;
  email: string;
  /** The `Cookie` header of the session. */
  cookie: string;
  get: (path: string) => Promise<Response>;
  /** Posts a form as a browser does; `headers` come on top. */
  post: (path: string, fields?: Fields, headers?: Record<string, string>) => Promise<Response>;
};

type ServiceAtWork = Pick<TestService, "url" | "sql">;
type Fields = Readonly<Record<string, string | readonly string[]>>;

let people = 0;

/** A person of the agency who is signed in by a link, as in a browser. */
export async function createDashboardUser(
  service: ServiceAtWork,
  agencyId: number,
  input: { role?: Role; clientIds?: readonly number[] | null; email?: string } = {},
): Promise<DashboardUser> {
  people += 1;
  const { role = "owner", clientIds = null, email = `person-${people}-${agencyId}@example.org` } = input;
  const operator = { type: "operator", id: null } as const;
  const { personId } = await inviteMember(service.sql, agencyId, { email, role, clientIds }, operator);
  return { personId, ...(await signIn(service, email)) };
}

/** Signs a known person in once more. */
export async function signIn(
  service: ServiceAtWork,
  email: string,
): Promise<Omit<DashboardUser, "personId">> {
  const link = await issueSignInLink(service.sql, email);
  if (link === null) throw new Error(`${email} can't sign in.`);
  const entered = await send(service, `/app/anmelden/${link.token}`, { method: "POST" });
  const cookie = cookieOf(entered);
  if (entered.status !== 303 || cookie === null) throw new Error(`Signing in answered ${entered.status}.`);
  return {
    email,
    cookie,
    get: (path) => send(service, path, { headers: { cookie } }),
    post: (path, fields = {}, headers = {}) =>
      send(service, path, { method: "POST", body: bodyOf(fields), headers: { cookie, ...headers } }),
  };
}

/** A request from a page of the service itself, that follows no redirect. */
export async function send(
  service: Pick<ServiceAtWork, "url">,
  path: string,
  { headers, ...init }: { method?: string; body?: BodyInit; headers?: Record<string, string> } = {},
): Promise<Response> {
  return await fetch(service.url + path, {
    redirect: "manual",
    ...init,
    headers: { "sec-fetch-site": "same-origin", ...headers },
  });
}

/**
 * Presses the button of the page "Sie melden sich an als …" that a partner's sign-on answers with, in the same browser. Any other answer
 * comes back as it is.
 */
export async function sayYes(
  service: Pick<TestService, "url">,
  answer: Response,
  chosen: Record<string, string> = {},
): Promise<Response> {
  const attempt = answer.headers.getSetCookie().find((each) => /attempt=[^;]/.test(each));
  if (answer.status !== 200 || attempt === undefined) return answer;
  const action = /<form method="post" action="([^"]+)"/.exec(await answer.text())?.[1] ?? "";
  const cookie = attempt.split(";")[0] ?? "";
  return await send(service, action, {
    method: "POST",
    body: new URLSearchParams(chosen),
    headers: { cookie },
  });
}

/** `name=value` of the session that an answer sets; null where it sets none. */
export function cookieOf(response: Response): string | null {
  const cookie = response.headers.getSetCookie().find((each) => /^(?:__Host-)?session=/.test(each));
  const pair = cookie?.split(";")[0] ?? null;
  return pair === null || pair.endsWith("=") ? null : pair;
}

export function bodyOf(fields: Fields): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const each of typeof value === "string" ? [value] : value) body.append(name, each);
  return body;
}

/** What the form of a page that is sent there says it was filled with; an empty text where it says nothing. */
export function seenStampIn(page: string, action: string): string {
  const [, form = ""] = page.split(`action="${action}?`);
  return /name="seenStamp" value="([0-9a-f]{64})"/.exec(form.split("</form>")[0] ?? "")?.[1] ?? "";
}
