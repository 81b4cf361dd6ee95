import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createIsToken } from "../../../service/features/agent-access/is-token.ts";
import { callTool, postMessage, rpc } from "../../edges/mcp/support/post-message.ts";
import { serviceScene } from "../../support/cast.ts";
import { connectAgent, post, redeem, refresh } from "./support/connect.ts";

const { service, agency, owner, stranger } = serviceScene();
const junk = (kind: string) => `svc_${kind}_${agency.agencyId}_${randomBytes(32).toString("base64url")}`;

test("made-up tokens are asked for together, and cost no statement each", async () => {
  let statements = 0;
  const sql = new Proxy(service.sql, {
    apply(target, self, args) {
      statements += 1;
      return Reflect.apply(target, self, args);
    },
  });
  const isToken = createIsToken(sql);
  const found = await Promise.all(
    Array.from({ length: 1_200 }, () =>
      isToken({ agencyId: agency.agencyId, tokenHash: new Uint8Array(randomBytes(32)) }),
    ),
  );
  expect(found).toEqual(Array.from({ length: 1_200 }, () => false));
  expect(statements).toBeLessThanOrEqual(4);
});

test("a flood of made-up tokens is refused, and another agency's calls go on meanwhile", async () => {
  const agent = await connectAgent(service, owner, { scopes: ["read"] });
  const clientId = agent.clientId;
  const flood = {
    stops: false,
    async run() {
      const statuses = new Set<number>();
      while (!this.stops) {
        const answers = await Promise.all([
          postMessage(service.url, junk("at"), rpc("tools/list")),
          redeem(service, { code: junk("code"), clientId, verifier: "v".repeat(43) }),
          refresh(service, { refreshToken: junk("rt"), clientId }),
          post(service, "/oauth/revoke", { token: junk("rt"), client_id: clientId }),
        ]);
        for (const answer of answers) {
          statuses.add(answer.status);
          await answer.arrayBuffer();
        }
      }
      return [...statuses].sort((one, other) => one - other);
    },
  };
  const floods = Array.from({ length: 25 }, () => flood.run());
  try {
    for (let count = 0; count < 20; count += 1) {
      const own = await callTool(service.url, agent.access_token, "list_clients");
      const others = await postMessage(service.url, stranger.key, rpc("tools/list"));
      expect([own.isError, others.status]).toEqual([undefined, 200]);
    }
    const renewed = await refresh(service, { refreshToken: agent.refresh_token, clientId });
    expect(renewed.status).toBe(200);
  } finally {
    flood.stops = true;
  }
  for (const statuses of await Promise.all(floods)) expect(statuses).toEqual([200, 400, 401]);
});
