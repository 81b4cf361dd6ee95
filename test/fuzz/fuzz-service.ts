import { type DatabaseKind, startTestService, type TestService } from "../support/service.ts";

/** Each request comes from another address; webhooks may point to a closed port of this machine, and to nothing else. */
export function startFuzzService(kind: DatabaseKind): Promise<TestService> {
  return startTestService(kind, {
    LOOPS: "on",
    TRUSTED_PROXIES: "127.0.0.1",
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  });
}
