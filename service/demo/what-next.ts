import { newsroomPath } from "../features/newsroom/paths.ts";
import { printedLinkValidMinutes } from "../features/people/rules.ts";
import { issueSignInLink, signInUrl } from "../features/people/sign-in.ts";
import { isCompiled } from "../floor/concurrency/thread-url.ts";
import { demoOwner } from "./content/demo-agency.ts";
import type { Demo } from "./demo.ts";
import { mostReadRelease } from "./steps/show-article-report.ts";

/** What a reader can do with the service that the demo leaves running. */
export async function whatNext(
  demo: Demo,
  { isKept, toLookAt }: { isKept: boolean; toLookAt: readonly string[] },
): Promise<string[]> {
  const { url } = demo.service;
  const release = mostReadRelease(demo);
  // A machine with Node and npm alone has no `bun`.
  const program = isCompiled ? "pr-service" : `npx -y bun@${Bun.version} service/main.ts`;
  return [
    `The service is running on ${url}. What to try next:`,
    "",
    `  the dashboard     ${await dashboardUrl(demo)}`,
    "                    (signs its owner in, once)",
    ...toLookAt.map((line) => `  ${line}`),
    `  the newsroom      ${url}${newsroomPath({ clientSlug: release.clientSlug, ownHost: null })}`,
    `  a release         ${url}${release.path}`,
    `  the API, to read  ${url}/docs`,
    "",
    `  curl -H "X-API-Key: ${demo.apiKey}" "${url}/api/reporting/v1/articles/${release.pressReleaseId}?days=30"`,
    "",
    `  ${program} key list --agency ${demo.agencyId} --data-dir ${demo.dataDirectory}`,
    `  psql -h ${demo.dataDirectory} -U postgres`,
    "",
    isKept ? "Ctrl-C stops it." : "Ctrl-C stops it and removes its database.",
  ];
}

async function dashboardUrl({ service }: Demo): Promise<string> {
  const link = await issueSignInLink(service.database.sql, demoOwner.email, {
    validMinutes: printedLinkValidMinutes,
  });
  if (link === null) throw new Error("The demo's owner can't sign in.");
  return signInUrl(service.url, link.token);
}
