import { beforeAll, expect, test } from "bun:test";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { allowAgent } from "../../service/features/agent-access/connections.ts";
import { connectionsMax } from "../../service/features/agent-access/rules.ts";
import { saveContactList } from "../../service/features/media-contacts/lists.ts";
import { listsMax } from "../../service/features/media-contacts/lists-sql.ts";
import { addDomain } from "../../service/features/newsroom/domains/change-domains.ts";
import { addHandoffPartner } from "../../service/features/people/add-partner.ts";
import { inviteMember } from "../../service/features/people/invite-member.ts";
import { partnersMax } from "../../service/features/people/partner-sql.ts";
import { insertPasskey, passkeysMax } from "../../service/features/people/passkey-sql.ts";
import { databaseScene } from "../support/cast.ts";

const { sql, workshop } = databaseScene();
const actor = { type: "operator", id: null } as const;
const atOnce = 4;
// On connections that are open: those who wait for one come one after the other.
beforeAll(async () => {
  await allAtOnce(() => sql`select pg_sleep(0.2)`);
});

// What is beyond the number that a page lists is on no page: nobody sees it, and nobody removes it.

test("of partners that are added at once, one takes the last place", async () => {
  const { agencyId } = workshop;
  const publicKey = JSON.stringify(generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }));
  const add = (name: string) =>
    addHandoffPartner(
      { sql, targetRules: {} },
      agencyId,
      { name, issuer: `https://${name}.example`, publicKey, publicKeyUrl: null },
      actor,
    );
  for (let added = 1; added < partnersMax; added += 1) await add(`portal-${added}`);
  expect(await takenOf((index) => add(`at-once-${index}`))).toBe(1);
});

test("of passkeys that a person makes at once, one takes the last place", async () => {
  const personId = await createPerson();
  const add = () =>
    sql.begin(async (transaction) => {
      const passkey = { id: uuidv7(), personId, name: "Gerät", publicKey: randomBytes(32), counter: 0 };
      return await insertPasskey(transaction, passkey);
    });
  for (let added = 1; added < passkeysMax; added += 1) await add();
  const made = await allAtOnce(add);
  expect(made.filter((each) => each.status === "fulfilled" && each.value)).toHaveLength(1);
});

test("of lists that are begun at once, one takes the last place", async () => {
  const { agencyId } = workshop;
  await sql`
    insert into media_contact_list (agency_id, name)
    select ${agencyId}, 'Liste ' || number from generate_series(2, ${listsMax}::integer) as number`;
  const list = { id: null, name: "Häfen", clientId: null, condition: null };
  const act = { actor, requestId: uuidv7(), scope: null };
  expect(await takenOf(() => saveContactList(sql, agencyId, { ...act, list }))).toBe(1);
});

test("of domains that are claimed at once, one takes the last place", async () => {
  const { agencyId, clientId } = workshop;
  const claim = (word: string) =>
    addDomain(sql, agencyId, { clientId, host: `${word}.mueller.example` }, { actor, serviceHosts: [] });
  const domainsMax = 10;
  for (let claimed = 1; claimed < domainsMax; claimed += 1) await claim(`presse-${claimed}`);
  expect(await takenOf((index) => claim(`at-once-${index}`))).toBe(1);
});

test("of assistants that a person connects at once, one takes the last place", async () => {
  const { agencyId } = workshop;
  const personId = await createPerson();
  const connect = () =>
    allowAgent(
      sql,
      agencyId,
      {
        ...{
          id: uuidv7(),
          personId,
          member: { role: "editor", clientIds: null },
          method: "link",
          days: null,
        },
        request: {
          client: { name: "Claude", host: "claude.example", kind: "registered" },
          clientHash: randomBytes(32).toString("base64"),
          ...{ redirectUri: "https://claude.example/back", state: null, challenge: "x".repeat(43) },
          scopes: ["read"],
        },
        scopes: ["read"],
      },
      actor,
    );
  for (let connected = 1; connected < connectionsMax; connected += 1) await connect();
  expect(await takenOf(connect)).toBe(1);
});

/** How many of those that are asked for at once are not refused. */
async function takenOf(take: (index: number) => Promise<unknown>): Promise<number> {
  const settled = await allAtOnce(take);
  const refused = settled.filter((each) => each.status === "rejected");
  for (const { reason } of refused) expect(reason).toMatchObject({ code: "validation_error" });
  return settled.length - refused.length;
}

const allAtOnce = <Done>(act: (index: number) => PromiseLike<Done>) =>
  Promise.allSettled(Array.from({ length: atOnce }, (_, index) => act(index)));

async function createPerson(): Promise<string> {
  const input = { email: `${uuidv7()}@agentur.example`, role: "editor", clientIds: null } as const;
  return (await inviteMember(sql, workshop.agencyId, input, actor)).personId;
}
