import { expect, setSystemTime, test } from "bun:test";
import { createAuthenticate } from "../../../service/features/keys/authenticate.ts";
import { createKey, revokeKey } from "../../../service/features/keys/change-keys.ts";
import { createLog } from "../../../service/log.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";

import { createTestAgency } from "../../support/service.ts";

const actor = { type: "operator", id: null } as const;

const { database, atEnd } = databaseScene();
atEnd(() => setSystemTime());

test("a revoked key works for ten seconds at most, on a machine whose clock is put back too", async () => {
  const { sql } = database;
  const { agencyId } = await createTestAgency(sql);
  const { id, key } = await createKey(sql, agencyId, { name: "Portal", expiresAt: null }, actor);
  let nowMs = 0;
  const authenticate = createAuthenticate(
    sql,
    createLog("silent", () => undefined),
    () => nowMs,
  );
  const headers = new Headers({ "x-api-key": key });
  expect(await authenticate(headers)).toMatchObject({ agencyId, keyId: id });
  await revokeKey(sql, agencyId, id, actor);
  setSystemTime(Date.now() - 3_600_000);
  nowMs = 9_999;
  expect(await authenticate(headers)).toMatchObject({ keyId: id });
  nowMs = 10_000;
  expect(await errorOf(authenticate(headers))).toMatchObject({ code: "unauthorized" });
});
