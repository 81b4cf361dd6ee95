import { afterAll } from "bun:test";
import { endAllServers } from "./server-process.ts";

afterAll(endAllServers);
