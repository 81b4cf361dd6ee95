import type { TestService } from "../../../support/service.ts";

let addresses = 0;

/** A request as a browser's form makes it, from a client address of its own: limits count by that. */
export function sendForm(
  service: TestService,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  addresses += 1;
  return fetch(service.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { "x-forwarded-for": clientAddress(addresses), "sec-fetch-site": "same-origin", ...headers },
    body: new URLSearchParams(fields),
  });
}

/** Redis is shared by the files of a run. */
const run = Math.floor(Math.random() * 65_536).toString(16);

export function clientAddress(number: number): string {
  return `2001:db8:${run}:${number.toString(16)}::1`;
}
