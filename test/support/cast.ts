/** The scene of a file's tests: a service or a database, and those who appear in it. Nobody is made whom the file does not name. */
import { afterAll, beforeAll } from "bun:test";
import type { Sql } from "../../service/floor/db/open.ts";
import { createDashboardUser, type DashboardUser } from "../edges/dashboard/support.ts";
import type { OpenFresh } from "./databases.ts";
import {
  createTestAgency,
  createTestRelease,
  type DatabaseKind,
  startTestService,
  type TestAgency,
  type TestRelease,
  type TestService,
} from "./service.ts";
import { createWorkshop, type Workshop } from "./workflow.ts";

type DatabaseScene = {
  sql: Sql;
  agency: TestAgency;
  stranger: TestAgency;
  /** The agency, with credits and a client. */
  workshop: Workshop;
  /** Of the agency, and of a client of its own. */
  release: TestRelease;
};

type ServiceScene = DatabaseScene & {
  service: TestService;
  /** People of the agency, who are signed in. */
  owner: DashboardUser;
  editor: DashboardUser;
  analyst: DashboardUser;
  /** Closes something before the service stops; what was named last comes first. */
  atEnd: (close: () => unknown) => void;
};

type Makers<Scene> = { [Name in keyof Scene]: () => Scene[Name] };

/** A busy machine starts an embedded database in some seconds. */
const startTimeoutMs = 60_000;

/** What is made before the first test, in the order of the calls, and empty until then. */
export function given<Made extends object>(make: () => Promise<Made>): Made {
  const held: Made = Object.create(null);
  beforeAll(async () => {
    const made = await make();
    Object.setPrototypeOf(held, Object.getPrototypeOf(made));
    Object.defineProperties(held, Object.getOwnPropertyDescriptors(made));
  }, startTimeoutMs);
  return held;
}

/**
 * A service for this file, or for the `describe` in which it is called. Taken apart at once, `const { service, agency } =
 * serviceScene("server")`, because whom only a test names comes too late.
 */
export function serviceScene(
  kind: DatabaseKind = "server",
  environment: Parameters<typeof startTestService>[1] = {},
): ServiceScene {
  const closings: (() => unknown)[] = [];
  const service = given(async () => {
    const started = await startTestService(kind, environment);
    closings.unshift(() => started.stop());
    return started;
  });
  afterAll(async () => {
    for (const close of closings.reverse()) await close();
  });
  const person = (role: "owner" | "editor" | "analyst") => () => {
    const { agency } = scene;
    return given(() => createDashboardUser(service, agency.agencyId, { role }));
  };
  const scene: ServiceScene = lazily({
    ...castOf(
      () => scene,
      () => service.sql,
    ),
    service: () => service,
    owner: person("owner"),
    editor: person("editor"),
    analyst: person("analyst"),
    atEnd: () => (close) => void closings.push(close),
  });
  return scene;
}

/** The same of a database alone, which `forEachDatabase` opens. */
export function databaseScene(open: OpenFresh): DatabaseScene {
  const database = given(async () => (await open()).database);
  const scene: DatabaseScene = lazily(
    castOf(
      () => scene,
      () => database.sql,
    ),
  );
  return scene;
}

function castOf(scene: () => DatabaseScene, sql: () => Sql): Makers<DatabaseScene> {
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
