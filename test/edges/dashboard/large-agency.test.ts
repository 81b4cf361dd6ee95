import { beforeAll, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { serviceScene } from "../../support/cast.ts";
import { fastestMs } from "../../support/fastest.ts";
import { createTestAgency } from "../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "./support.ts";

const acts = 10_000;
const members = 500;
const clients = 500;
const ownSessions = 200;
/** The target is 150 ms on a machine that does nothing else; tests share theirs with others. */
const millisecondsMax = 600;

const { service } = serviceScene();
let owner: DashboardUser;
let colleagueId = "";

beforeAll(async () => {
  const { agencyId } = await createTestAgency(service.sql);
  owner = await createDashboardUser(service, agencyId);
  const personIds = Array.from({ length: members - 1 }, () => uuidv7());
  colleagueId = personIds[0] ?? "";
  await service.sql`
    insert into person (id, email, name)
    select id, 'person-' || n || '-' || ${agencyId}::text || '@gross.example', 'Person ' || n
    from unnest(${personIds}::uuid[]) with ordinality as people (id, n)
  `;
  await service.sql`
    insert into membership (agency_id, person_id, role)
    select ${agencyId}, id, 'editor' from unnest(${personIds}::uuid[]) as people (id)
  `;
  await service.sql`
    insert into client (agency_id, name, slug)
    select ${agencyId}, 'Kunde ' || n, 'kunde-' || ${agencyId}::text || '-' || n
    from generate_series(1, ${clients}) as n
  `;
  await service.sql`
    insert into person_session (id, token_hash, person_id, device)
    select gen_random_uuid(), sha256(n::text::bytea), ${owner.personId}, 'Firefox auf Linux'
    from generate_series(1, ${ownSessions}) as n
  `;
  const actIds = Array.from({ length: acts }, () => uuidv7());
  await service.sql`
    insert into audit (agency_id, id, actor_type, actor_id, action, subject_type, subject_id)
    select
      ${agencyId}, id, 'person', (${personIds}::uuid[])[1 + n % ${members - 1}],
      case when n % 5000 = 0 then 'webhook.created' else 'draft.updated' end, 'draft', n::text
    from unnest(${actIds}::uuid[]) with ordinality as entry (id, n)
  `;
  await service.sql`analyze`;
});

test.each([
  ["Team", () => "/app/einstellungen/team", "Person 499"],
  ["a person of the team", () => `/app/einstellungen/team/${colleagueId}`, "Kunde 500"],
  ["Protokoll", () => "/app/einstellungen/protokoll", 'rel="next"'],
  ["Protokoll of one action", () => "/app/einstellungen/protokoll?action=webhook.created", "angelegt"],
  ["Protokoll of one person", () => `/app/einstellungen/protokoll?person=${colleagueId}`, "geändert"],
  ["Konto", () => "/app/konto", "Firefox auf Linux"],
])("%s answers at once in an agency of 500 people and 10,000 acts", async (_name, path, shown) => {
  const takenMs = await fastestMs(millisecondsMax, async () => {
    const answer = await owner.get(path());
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(shown)]);
  });
  expect(takenMs).toBeLessThan(millisecondsMax);
});
