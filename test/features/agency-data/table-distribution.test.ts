import { expect, test } from "bun:test";
import {
  distributionOf,
  undistributedTables,
} from "../../../service/features/agency-data/distribution/table-distribution.ts";
import { listForeignKeys } from "../../../service/floor/db/foreign-keys-sql.ts";
import { orderTables } from "../../../service/floor/db/order-tables.ts";
import { databaseScene } from "../../support/cast.ts";

const { database } = databaseScene();

test("every table that is named as not distributed exists, and every other belongs to an agency", async () => {
  const roots = await listRoots();
  expect(undistributedTables.filter((table) => !roots.some(({ name }) => name === table))).toEqual([]);
  const stray = roots.filter(({ name, hasAgency }) => distributionOf(name) === "distributed" && !hasAgency);
  expect(stray).toEqual([]);
});

test("every primary key, unique index and foreign key of a distributed table begins with the agency", async () => {
  const keys = (await listKeys()).filter(({ table }) => distributionOf(table) === "distributed");
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter(({ first }) => first !== "agency_id")).toEqual([]);
});

test("a reference table refers to reference tables only, a distributed one to no local one, and a local one to none", async () => {
  const foreign = (await listKeys()).filter(({ kind }) => kind === "foreign key");
  const isFit = ({ table, parent }: Key) => {
    const to = distributionOf(parent ?? "");
    return to === "reference" || (to === "distributed" && distributionOf(table) === "distributed");
  };
  expect(foreign.filter((key) => distributionOf(key.table) === "local" || !isFit(key))).toEqual([]);
});

test("no two distributed tables refer to each other, not even by way of others", async () => {
  const roots = (await listRoots()).map(({ name }) => name);
  const { forward } = orderTables(roots, await listForeignKeys(database.sql));
  expect(forward.filter(({ table, parent }) => table !== parent)).toEqual([]);
});

test("no distributed table numbers its rows by an identity of 32 bits", async () => {
  const identities = await database.sql<{ table: string; column: string }[]>`
    select relname as table, attname as column
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p')
      and attidentity <> ''
      and atttypid = 'integer'::regtype
  `;
  expect(identities.filter(({ table }) => distributionOf(table) === "distributed")).toEqual([]);
});

test("the triggers of distributed tables are those that look at their own row alone", async () => {
  const triggers = await database.sql<{ table: string }[]>`
    select distinct relname as table
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace
      and not tgisinternal
  `;
  expect(triggers.map(({ table }) => table).toSorted()).toEqual(["draft", "goal", "publication_report"]);
});

type Key = {
  table: string;
  name: string;
  kind: "index" | "foreign key";
  parent: string | null;
  first: string;
};

/** Unique indexes, primary keys among them, and foreign keys, each with its first column. */
async function listKeys(): Promise<Key[]> {
  return await database.sql<Key[]>`
    select
      owner.relname as table, class.relname as name, 'index' as kind, null as parent, pg_get_indexdef(indexrelid, 1, true) as first
    from pg_index
    join pg_class as owner on owner.oid = indrelid
    join pg_class as class on class.oid = indexrelid
    where owner.relnamespace = 'public'::regnamespace
      and indisunique
    union all
    select
      owner.relname, conname, 'foreign key', parent.relname,
      (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1])
    from pg_constraint
    join pg_class as owner on owner.oid = conrelid
    join pg_class as parent on parent.oid = confrelid
    where contype = 'f'
      and connamespace = 'public'::regnamespace
  `;
}

async function listRoots(): Promise<{ name: string; hasAgency: boolean }[]> {
  return await database.sql<{ name: string; hasAgency: boolean }[]>`
    select
      relname as name,
      exists (
        select
        from pg_attribute
        where attrelid = pg_class.oid
          and attname = 'agency_id'
          and atttypid = 'integer'::regtype
          and attnotnull
          and not attisdropped
      ) as "hasAgency"
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p')
      and not relispartition
  `;
}
