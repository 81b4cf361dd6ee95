import { expect, test } from "bun:test";
import { setClientStatus } from "../../../service/features/clients/update-client.ts";
import { moveOf, runMove } from "../../../service/features/moving/moves.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { refusalOf } from "../../support/workflow.ts";
import { createMediaClient, operator } from "../media/support/media.ts";
import { handOver, openMoving, work } from "./support/open-moving.ts";

const { sql, atEnd } = databaseScene();
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

test("a move for a client that is archived ends, begins anew for none, and loses no text by it", async () => {
  const { agencyId } = await createTestAgency(sql);
  const clientId = await createMediaClient(sql, agencyId);
  const content = "Titel;Datum;Text\nEins;2019-05-03;Text\nZwei;2019-05-04;Text\n";
  const moveId = await handOver(moving, agencyId, { clientId, content, fileName: "t.csv" });
  await work(moving, agencyId);
  const start = () => runMove(sql, agencyId, moveId, { actor: operator });
  const setStatus = (status: "active" | "archived") =>
    setClientStatus(sql, agencyId, { clientId, status }, operator);
  await start();
  await setStatus("archived");
  await work(moving, agencyId);
  const stopped = { state: "failed", fault: "client_archived", taken: 0, ready: 2, left: 0 };
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject(stopped);
  expect(await refusalOf(start())).toBe("validation_error");
  await setStatus("active");
  await start();
  await work(moving, agencyId);
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "done", fault: null, taken: 2 });
});
