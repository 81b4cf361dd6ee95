/** The scene of a file's tests: a service or a database, and those who appear in it. Nobody is made whom the file does not name. */
import { afterAll, afterEach, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import type { Role } from "../../service/features/people/rights.ts";
import { type Database, openDatabase, type Sql } from "../../service/floor/db/open.ts";
import type { Environment } from "../../service/program/environment/plain-reader.ts";
import { createDashboardUser, type DashboardUser } from "../edges/dashboard/support.ts";
import { type DashboardBrowser, startDashboardBrowser } from "../edges/dashboard/support-browser.ts";
import type { OpenFresh } from "./databases.ts";
import {
  createMigratedDatabase,
  createTestAgency,
  createTestRelease,
  type DatabaseKind,
  startTestService,
  type TestAgency,
  type TestRelease,
  type TestService,
} from "./service.ts";
import { createWorkshop, type Workshop } from "./workflow.ts";

type Agencies = {
  sql: Sql;
  agency: TestAgency;
  stranger: TestAgency;
  /** The agency, with credits and a client. */
  workshop: Workshop;
  /** Of the agency, and of a client of its own. */
  release: TestRelease;
};
/** People of the agency, who are signed in. */
type People = Record<Role, DashboardUser>;
/** Closes something before the service or the database; what was named last comes first. */
type Ending = { atEnd: (close: () => unknown) => void };
type ServiceScene = Agencies & People & Ending & { service: TestService };
type DashboardScene = ServiceScene & { dashboard: DashboardBrowser };
type DatabaseScene = Agencies &
  Ending & { database: Database; address: { databaseUrl: string; dataDirectory: string } };

type BrowserEnvironment = Record<string, string>;
type Makers<Scene> = { [Name in keyof Scene]: () => Scene[Name] };

/** What is made before the first test, in the order of the calls, and empty until then. */
export function given<Made extends object>(make: () => Promise<Made>): Made {
  const held: Made = Object.create(null);
  beforeAll(async () => {
    const made = await make();
    Object.setPrototypeOf(held, Object.getPrototypeOf(made));
    for (const name of Object.keys(made))
      Object.defineProperty(held, name, {
        get: () => Reflect.get(made, name),
        set(value) {
          Reflect.set(made, name, value);
        },
        enumerable: true,
        configurable: true,
      });
  });
  return held;
}

/**
 * A service for this file, or for the `describe` in which it is called. Taken apart at once, `const { service, agency } =
 * serviceScene("server")`, because whom only a test names comes too late.
 */
export function serviceScene(
  kind: DatabaseKind = "server",
  environment: Environment | (() => Environment) = {},
): ServiceScene {
  const { closings, atEnd } = closingsAtEnd();
  const service = given(async () => {
    const started = await startTestService(kind, asNeeded(environment));
    closings.unshift(() => started.stop());
    return started;
  });
  const scene: ServiceScene = lazily({
    ...castOf(() => scene, service),
    service: () => service,
    atEnd: () => atEnd,
  });
  return scene;
}

/** A service and a browser that talks to it, Chromium where none is named; its windows are closed after each test. */
export function dashboardScene(
  environment: BrowserEnvironment | (() => BrowserEnvironment) = {},
  openBrowser?: () => Promise<Browser>,
): DashboardScene {
  const { closings, atEnd } = closingsAtEnd();
  const dashboard = given(async () => {
    const started = await startDashboardBrowser(asNeeded(environment), openBrowser);
    closings.unshift(() => started.stop());
    return started;
  });
  const service = given(async () => ({ ...dashboard.service, url: dashboard.url }));
  afterEach(() => dashboard.closeWindows());
  const scene: DashboardScene = lazily({
    ...castOf(() => scene, service),
    service: () => service,
    dashboard: () => dashboard,
    atEnd: () => atEnd,
  });
  return scene;
}

/** The same of a database alone: what `forEachDatabase` opens, or one of the run's server. */
export function databaseScene(open: OpenFresh | { connectionsMax?: number } = {}): DatabaseScene {
  const { closings, atEnd } = closingsAtEnd();
  const address = given(async () => ({
    databaseUrl: typeof open === "function" ? "" : await createMigratedDatabase(),
    dataDirectory: "",
  }));
  const database = given(async () => {
    if (typeof open === "function") return (await open()).database;
    const opened = await openDatabase({ ...address, ...open });
    closings.unshift(() => opened.close());
    return opened;
  });
  const scene: DatabaseScene = lazily({
    ...agenciesOf(
      () => scene,
      () => database.sql,
    ),
    database: () => database,
    address: () => address,
    atEnd: () => atEnd,
  });
  return scene;
}

const asNeeded = <Settings extends Environment>(environment: Settings | (() => Settings)) =>
  typeof environment === "function" ? environment() : environment;

function closingsAtEnd() {
  const closings: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closings.reverse()) await close();
  });
  return { closings, atEnd: (close: () => unknown) => void closings.push(close) };
}

function castOf(scene: () => Agencies, service: Pick<TestService, "url" | "sql">): Makers<Agencies & People> {
  const person = (role: Role) => () => {
    const { agency } = scene();
    return given(() => createDashboardUser(service, agency.agencyId, { role }));
  };
  return {
    ...agenciesOf(scene, () => service.sql),
    owner: person("owner"),
    editor: person("editor"),
    analyst: person("analyst"),
  };
}

function agenciesOf(scene: () => Agencies, sql: () => Sql): Makers<Agencies> {
  return {
    sql: () => heldSql(sql),
    agency: () => given(() => createTestAgency(sql())),
    stranger: () => given(() => createTestAgency(sql(), { name: "Andere Agentur" })),
    workshop: () => {
      const { agency } = scene();
      return given(() => createWorkshop(sql(), { agency }));
    },
    release: () => {
      const { agency } = scene();
      return given(() => createTestRelease(sql(), agency.agencyId));
    },
  };
}

/** A function can be filled in by nobody, so that each call goes on to the one that is there by then. */
function heldSql(sql: () => Sql): Sql {
  const held: Sql = Object.setPrototypeOf(() => undefined, null);
  return new Proxy(held, {
    apply: (_held, self, given) => Reflect.apply(sql(), self, given),
    get: (_held, name) => Reflect.get(sql(), name),
    has: (_held, name) => Reflect.has(sql(), name),
  });
}

/** Makes each when it is first asked for. */
function lazily<Scene extends object>(makers: Makers<Scene>): Scene {
  const scene: Scene = Object.create(null);
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    let made: unknown;
    Object.defineProperty(scene, name, {
      get() {
        made ??= make();
        return made;
      },
    });
  }
  return scene;
}
