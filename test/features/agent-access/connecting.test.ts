import { describe, expect, test } from "bun:test";
import { versionsPath } from "../../../service/edges/dashboard/pages/texts/paths.ts";
import { callTool, postMessage, rpc } from "../../edges/mcp/support/post-message.ts";
import { serviceScene } from "../../support/cast.ts";
import { serviceKinds } from "../../support/service.ts";
import {
  allow,
  ask,
  connectAgent,
  goesOnTo,
  newProof,
  pathOf,
  post,
  redeem,
  redirectUri,
  refresh,
  registeredClient,
  type Tokens,
} from "./support/connect.ts";

for (const kind of serviceKinds) {
  describe(`an assistant on ${kind}`, () => {
    const { service, workshop, owner } = serviceScene(kind);

    test("is told at 401 where to sign in, and finds everything from there", async () => {
      const refused = await postMessage(service.url, null, rpc("tools/list"));
      expect(refused.status).toBe(401);
      const challenge = refused.headers.get("www-authenticate") ?? "";
      expect(challenge).toBe(
        `Bearer scope="read write", resource_metadata="${service.url}/.well-known/oauth-protected-resource/api/mcp"`,
      );
      const resource = (await json(`${service.url}/.well-known/oauth-protected-resource/api/mcp`)) as {
        resource: string;
        authorization_servers: string[];
      };
      expect([resource.resource, resource.authorization_servers]).toEqual([
        `${service.url}/api/mcp`,
        [service.url],
      ]);
      const server = await json(`${service.url}/.well-known/oauth-authorization-server`);
      expect(server).toMatchObject({
        issuer: service.url,
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        grant_types_supported: ["authorization_code", "refresh_token"],
        token_endpoint_auth_methods_supported: ["none"],
      });
      for (const other of ["openid-configuration", "oauth-protected-resource", "x"])
        expect((await fetch(`${service.url}/.well-known/${other}`)).status).toBe(404);
    });

    test("gets from a registration to a draft in its person's name, and no further than was allowed", async () => {
      await service.sql`update person set name = 'Meike Thomsen' where id = ${owner.personId}`;
      const clientId = await registeredClient(service);
      const { verifier, challenge } = newProof();
      const asked = await ask(service, { client_id: clientId, code_challenge: challenge });
      expect([asked.status, pathOf(asked).split("?")[0]]).toEqual([302, "/app/agenten/erlauben"]);

      const page = await (await owner.get(pathOf(asked))).text();
      for (const words of [
        "„Claude“ verbinden?",
        "nicht geprüft",
        "assistant.example",
        "Meike Thomsen",
        "alle, auch künftige",
      ])
        expect(page).toContain(words);
      const back = goesOnTo(await allow(owner, pathOf(asked)));
      expect(back.origin + back.pathname).toBe(redirectUri);
      expect(back.searchParams.get("state")).toBe("state-of-the-host");
      expect(back.searchParams.get("iss")).toBe(service.url);

      const code = back.searchParams.get("code") ?? "";
      const answer = await redeem(service, { code, clientId, verifier });
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
      const tokens = (await answer.json()) as Tokens;
      expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read write" });

      const draft = await callTool(service.url, tokens.access_token, "create_draft", {
        clientId: workshop.clientId,
        title: "Neues Werk in Bremen",
        bodyMarkdown: "Ein Text.",
      });
      const draftId = String(draft.structuredContent?.id);
      const [version] =
        await service.sql`select author_type, author_id from draft_version where draft_id = ${draftId}`;
      const [connection] = await service.sql`select id, calls, last_used_at from agent_connection`;
      expect(version).toMatchObject({ author_type: "agent", author_id: connection?.id });
      expect([connection?.calls, connection?.last_used_at instanceof Date]).toEqual([1, true]);
      for (const path of [
        versionsPath(draftId),
        "/app/einstellungen/protokoll",
        "/app/einstellungen/agenten",
      ])
        expect([path, (await (await owner.get(path)).text()).includes("Meike Thomsen über Claude")]).toEqual([
          path,
          true,
        ]);
      expect(await (await owner.get("/app/meldungen")).text()).toContain("vom KI-Assistenten");

      const publishing = await postMessage(
        service.url,
        tokens.access_token,
        rpc("tools/call", {
          name: "publish_release",
          arguments: { draftId, approvedVersion: 1, maxCredits: 1 },
        }),
      );
      expect(publishing.status).toBe(403);
      expect(publishing.headers.get("www-authenticate")).toContain(
        'error="insufficient_scope", scope="read write publish"',
      );
    });

    test("exchanges its refresh token, and reads until somebody disconnects it", async () => {
      const agent = await connectAgent(service, owner, { scopes: ["read"], duration: "open" });
      const renewed = await refresh(service, { refreshToken: agent.refresh_token, clientId: agent.clientId });
      const next = (await renewed.json()) as Tokens;
      expect(renewed.status).toBe(200);
      expect(next.refresh_token).not.toBe(agent.refresh_token);
      expect((await callTool(service.url, next.access_token, "list_clients")).isError).toBeUndefined();
      const page = await (await owner.get("/app/einstellungen/agenten")).text();
      const [, path = ""] = /action="(\/app\/einstellungen\/agenten\/[^"?]+\/trennen)/.exec(page) ?? [];
      expect((await owner.post(path)).status).toBe(303);
      expect((await postMessage(service.url, next.access_token, rpc("tools/list"))).status).toBe(401);
      const late = await refresh(service, { refreshToken: next.refresh_token, clientId: agent.clientId });
      expect([late.status, await late.json()]).toMatchObject([400, { error: "invalid_grant" }]);
    });

    test("leaves no code, token or request in the log, also where something is wrong with them", async () => {
      const agent = await connectAgent(service, owner);
      const clientId = agent.clientId;
      const asked = await ask(service, { client_id: clientId });
      await owner.get(pathOf(asked));
      await owner.get(`${pathOf(asked)}x`);
      await ask(service, { client_id: clientId, response_type: "x" });
      await refresh(service, { refreshToken: `${agent.refresh_token}x`, clientId });
      await redeem(service, { code: agent.refresh_token, clientId, verifier: "x" });
      await redeem(service, { code: "svc_code_1_x", clientId, verifier: "x", redirect_uri: "x" });
      await postMessage(service.url, `${agent.access_token}x`, rpc("tools/list"));
      await callTool(service.url, agent.access_token, "get_client_persona", { clientId: agent.access_token });
      await fetch(`${service.url}/api/mcp?access_token=${agent.access_token}`, { method: "POST", body: "x" });
      await fetch(`${service.url}/oauth/token?code=${agent.access_token}`, { method: "POST", body: "{" });
      await fetch(`${service.url}/nirgends/${agent.access_token}?anfrage=x`);
      expect(service.logged.length).toBeGreaterThan(10);
      const telling = service.logged.filter((line) => /svc_(?:at|rt|code)_|anfrage=/.test(line));
      expect(telling).toEqual([]);
    });

    test("ends its connection itself", async () => {
      const agent = await connectAgent(service, owner);
      const revoke = (token: string, clientId: string) =>
        post(service, "/oauth/revoke", { token, client_id: clientId });
      expect((await revoke(agent.refresh_token, await registeredClient(service))).status).toBe(200);
      expect((await postMessage(service.url, agent.access_token, rpc("tools/list"))).status).toBe(200);
      expect((await revoke(agent.refresh_token, agent.clientId)).status).toBe(200);
      expect((await postMessage(service.url, agent.access_token, rpc("tools/list"))).status).toBe(401);
    });
  });
}

async function json(url: string): Promise<unknown> {
  const answer = await fetch(url);
  expect([url, answer.status]).toEqual([url, 200]);
  return await answer.json();
}
