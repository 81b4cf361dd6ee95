import { afterAll, setDefaultTimeout } from "bun:test";
import { endAllServers } from "./server-process.ts";

/** A test may start servers of its own, crash them and wait for their recovery on a busy machine. */
const testTimeoutMs = 30_000;

setDefaultTimeout(testTimeoutMs);
afterAll(endAllServers);
