import { expect, test } from "bun:test";
import { findStrays } from "./find-strays.ts";

const distributed = new Set(["client", "draft", "hit"]);

test.each([
  "select name from client where id = $1",
  'select count(*) from "client"',
  "delete from client using hit where client.agency_id = hit.agency_id",
  "update only public.client set name = $1",
  "select name from client where id = $1 -- agency_id = $2",
  "insert into hit (visitor_id) values ($1)",
  "insert into draft (agency_id, client_id) select $1, id from client where id = $2",
  "select h.id from client c join hit h on h.client_id = c.id where c.agency_id = $1",
  "update draft set title = $1 from client where client.agency_id = $2 and draft.id = $3",
  "with c as (select id from client where agency_id = $1) delete from draft where id = $2",
])("a statement without its agency is found: %s", (text) => {
  expect(findStrays([text], distributed)).toHaveLength(1);
});

test.each([
  "select name from client where agency_id = $1 and id = $2",
  'select name from client c where c."agency_id" = $1',
  "select name from client where agency_id = any($1::integer[])",
  "insert into hit as h (visitor_id, agency_id) select $1, $2",
  "select h.id from client c join hit as h on h.agency_id = c.agency_id and h.client_id = c.id where c.agency_id = $1",
  "with c as (select id from client where agency_id = $1) delete from draft where agency_id = $1 and id = $2",
  "insert into draft (agency_id, client_id) select agency_id, id from client where agency_id = $1 and id = $2",
  "select last_batch from hit_recorder where id = $1",
  "select client from person",
])("one with its agency, or of another table, is not: %s", (text) => {
  expect(findStrays([text], distributed)).toEqual([]);
});
