import { request as httpRequest } from "node:http";
import type { AuditActor } from "../../../../service/features/audit/sql.ts";
import { addDomain } from "../../../../service/features/newsroom/domains/change-domains.ts";
import { proveDomain } from "../../../../service/features/newsroom/domains/prove-domain.ts";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import type { Environment } from "../../../../service/program/environment/plain-reader.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestRelease, type TestRelease } from "../../../support/service.ts";

export const actor: AuditActor = { type: "operator", id: null };
const person = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml",
  "accept-language": "de-DE,de;q=0.9",
};

/** The service's own host. */
export const main = "presse.dienst.example";

/** A service with an agency, and newsrooms at hosts of their own. */
export function ownDomainScene(more: () => Environment = () => ({})) {
  const { service, agency } = serviceScene("server", () => ({
    PUBLIC_URL: `https://${main}`,
    ...more(),
  }));
  let hosts = 0;

  /** `fetch` does not let a Host be set on every runtime. */
  const ask = (host: string, path: string, init: { method?: string; headers?: object; body?: string } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const headers = { host, ...person, ...init.headers };
      const { method = "GET" } = init;
      const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          const { statusCode = 0 } = response;
          resolve({ status: statusCode, headers: response.headers, body: Buffer.concat(parts).toString() });
        });
      });
      request.on("error", reject);
      request.end(init.body);
    });

  const prove = async (clientId: number, host: string) => {
    const { proof } = await addDomain(
      service.sql,
      agency.agencyId,
      { clientId, host },
      { actor, serviceHosts: [main] },
    );
    await proveDomain(
      service.sql,
      agency.agencyId,
      { clientId, host },
      { actor, targetRules: {}, resolveTxt: async () => [[proof.txtValue]] },
    );
  };
  const releaseAtOwnHost = async (level = "L1"): Promise<TestRelease & { host: string }> => {
    hosts += 1;
    const host = `presse-${hosts}.kunde.example`;
    const created = await createTestRelease(service.sql, agency.agencyId);
    const { clientId } = created;
    await changeNewsroom(service.sql, agency.agencyId, { clientId, changes: { level } }, actor);
    await prove(clientId, host);
    return { ...created, host };
  };

  return { service, agency, ask, prove, releaseAtOwnHost };
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
