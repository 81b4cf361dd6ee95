/** A service and those who appear in its tests: an agency with a client and a release, its people, and a stranger. */
import { afterAll, beforeAll } from "bun:test";
import type { Environment } from "../../service/environment/plain-reader.ts";
import { createDashboardUser, type DashboardUser } from "../dashboard/support.ts";
import {
  createTestAgency,
  createTestRelease,
  type DatabaseKind,
  startTestService,
  type TestAgency,
  type TestRelease,
  type TestService,
} from "./service.ts";

type Cast = { service: TestService; agency: TestAgency; stranger: TestAgency; release: TestRelease };

export type ServiceScene = Cast & {
  /** People of the agency, who are signed in; each is made when a test first asks for her. */
  owner: () => Promise<DashboardUser>;
  editor: () => Promise<DashboardUser>;
  analyst: () => Promise<DashboardUser>;
};

/** A busy machine starts an embedded database in some seconds. */
const startTimeoutMs = 60_000;

/** Sets the scene for the tests of this file, or of this `describe`. Who plays in it is there when the first test begins. */
export function serviceScene(kind: DatabaseKind = "server", environment: Environment = {}): ServiceScene {
  let cast: Cast | undefined;
  const people = new Map<string, Promise<DashboardUser>>();
  beforeAll(async () => {
    const service = await startTestService(kind, environment);
    const agency = await createTestAgency(service.sql);
    const stranger = await createTestAgency(service.sql, { name: "Andere Agentur" });
    cast = { service, agency, stranger, release: await createTestRelease(service.sql, agency.agencyId) };
  }, startTimeoutMs);
  afterAll(() => cast?.service.stop());

  const present = () => {
    if (cast === undefined) throw new Error("The scene is set when the first test begins.");
    return cast;
  };
  const person = (role: "owner" | "editor" | "analyst") => () => {
    const { service, agency } = present();
    const found = people.get(role) ?? createDashboardUser(service, agency.agencyId, { role });
    people.set(role, found);
    return found;
  };
  return {
    get service() {
      return present().service;
    },
    get agency() {
      return present().agency;
    },
    get stranger() {
      return present().stranger;
    },
    get release() {
      return present().release;
    },
    owner: person("owner"),
    editor: person("editor"),
    analyst: person("analyst"),
  };
}
