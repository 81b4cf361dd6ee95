import { expect, test } from "bun:test";
import { removeOldAgentRows } from "../../../service/features/agent-access/retention-sql.ts";
import { removeTeamMember } from "../../../service/features/reporting/schedules/remove-readers.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { serviceScene } from "../../support/cast.ts";
import { allowedCode, connectAgent, redeem, registeredClient } from "./support/connect.ts";

const { service, agency, owner } = serviceScene();
const operator = { type: "operator", id: null } as const;
const hashOf = (token: string) => service.sql`sha256(${token.slice(-43)}::bytea)`;

/** Kinds of the tokens that a connection has, found by one of its tokens while that was there. */
const connectionOf = async (token: string): Promise<string> => {
  const [row] =
    await service.sql`select connection_id as id from agent_token where token_hash = ${hashOf(token)}`;
  return String(row?.id);
};
const kindsOf = async (connectionId: string): Promise<string[]> => {
  const rows =
    await service.sql`select kind from agent_token where connection_id = ${connectionId} order by kind`;
  return rows.map(({ kind }) => String(kind));
};
const isThere = async (connectionId: string) =>
  (await service.sql`select from agent_connection where id = ${connectionId}`).length === 1;

test("tokens go with the end of what was allowed, with the person, and with their own; those in use stay", async () => {
  const person = await createDashboardUser(service, agency.agencyId, { role: "editor" });
  const [ended, left, used] = [
    await connectAgent(service, owner),
    await connectAgent(service, person, { duration: "open" }),
    await connectAgent(service, owner),
  ];
  const ids = await Promise.all([ended, left, used].map((agent) => connectionOf(agent.refresh_token)));
  const [endedId = "", leftId = "", usedId = ""] = ids;
  for (const id of ids) expect(await kindsOf(id)).toEqual(["at", "code", "rt"]);
  await service.sql`update agent_connection set expires_at = now() - interval '1 second' where id = ${endedId}`;
  await removeTeamMember(service.sql, agency.agencyId, person.personId, operator);
  await service.sql`update agent_token set expires_at = now() - interval '1 second' where token_hash = ${hashOf(used.access_token)}`;
  expect(await removeOldAgentRows(service.sql)).toBe(false);
  expect([await kindsOf(endedId), await kindsOf(leftId), await kindsOf(usedId)]).toEqual([
    [],
    [],
    ["code", "rt"],
  ]);
  // The used code warns of a thief for ninety days.
  const codeUsed = (days: number) => service.sql`
    update agent_token set used_at = now() - make_interval(days => ${days})
    where connection_id = ${usedId} and kind = 'code'`;
  await codeUsed(89);
  await removeOldAgentRows(service.sql);
  expect(await kindsOf(usedId)).toEqual(["code", "rt"]);
  await codeUsed(91);
  await removeOldAgentRows(service.sql);
  expect(await kindsOf(usedId)).toEqual(["rt"]);
  // What is over by its time or by the person leaving stays a row: logs name it.
  for (const id of ids) expect(await isThere(id)).toBe(true);
});

test("a new connection of the same registration ends the earlier one with its tokens, and the log says so", async () => {
  const clientId = await registeredClient(service);
  const first = await connectAgent(service, owner, { clientId });
  const firstId = await connectionOf(first.refresh_token);
  await connectAgent(service, owner, { clientId });
  expect(await kindsOf(firstId)).toEqual([]);
  const [noted] = await service.sql`
    select actor_type, details from audit where action = 'agent.disconnected' and subject_id = ${firstId}`;
  expect(noted).toEqual({ actor_type: "service", details: { name: "Claude", why: "replaced" } });
});

test("a consent whose code is never redeemed is shown and counted for a minute, and then goes", async () => {
  const { code, clientId, verifier } = await allowedCode(service, owner);
  const id = await connectionOf(code);
  const page = async () => (await (await owner.get("/app/einstellungen/agenten")).text()).includes(id);
  expect(await page()).toBe(true);
  await service.sql`update agent_token set expires_at = now() - interval '1 second' where connection_id = ${id}`;
  expect(await page()).toBe(false);
  await removeOldAgentRows(service.sql);
  expect([await kindsOf(id), await isThere(id)]).toEqual([[], true]);
  await service.sql`update agent_connection set created_at = now() - interval '61 minutes' where id = ${id}`;
  await removeOldAgentRows(service.sql);
  expect(await isThere(id)).toBe(false);
  expect((await redeem(service, { code, clientId, verifier })).status).toBe(400);
});
