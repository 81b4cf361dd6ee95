import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder, removeFolder } from "../../test/support/server-process.ts";

export type HttpRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

/** In a request: the next of some hundred million addresses, so that no reader comes twice in this process, whoever drives. */
export const freshAddress = "@address@";

/** 11.0.0.0, from where each drive takes 4 million addresses of its own: more than 600 s at any rate that was measured. */
const firstAddress = 11 * 2 ** 24;
const addressesPerDrive = 2 ** 22;
let drives = 0;

export type Load = { requests: readonly HttpRequest[]; connections: number; seconds: number };

export type LoadResult = { requestsPerSecond: number; requests: number; p50Ms: number; p99Ms: number };

/**
 * Drives an HTTP server with `wrk` (Debian package wrk) from one thread: with a client in JavaScript half of what is
 * measured would be the client. `requests` are sent in turn, each once more when all were sent.
 * Throws for answers other than 2xx and 3xx, and for connections that broke.
 */
export async function drive(url: string, input: Load): Promise<LoadResult> {
  const folder = createFolder("bench-wrk-");
  const script = join(folder, "requests.lua");
  const data = join(folder, "requests.txt");
  writeFileSync(data, input.requests.map((request) => `${rawRequest(url, request)}${separator}`).join(""));
  writeFileSync(script, luaScript(data, firstAddress + drives * addressesPerDrive));
  drives += 1;
  const output = await run([
    "--threads=1",
    `--connections=${input.connections}`,
    `--duration=${input.seconds}s`,
    "--timeout=10s",
    "--latency",
    `--script=${script}`,
    url,
  ]);
  removeFolder(folder);
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1];
  if (refused !== undefined) throw new Error(`${refused} answers were not 2xx or 3xx.`);
  const broken = /Socket errors: (.*)/.exec(output)?.[1];
  if (broken !== undefined && /[1-9]/.test(broken)) throw new Error(`Connections broke: ${broken}.`);
  const [, requests = "0"] = /(\d+) requests in/.exec(output) ?? [];
  const [, rate = "0"] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
  return {
    requestsPerSecond: Number(rate),
    requests: Number(requests),
    p50Ms: latencyOf(output, "50%"),
    p99Ms: latencyOf(output, "99%"),
  };
}

const separator = "\u001e";

function rawRequest(url: string, { method, path, headers, body = "" }: HttpRequest): string {
  const lines = Object.entries({
    host: new URL(url).host,
    ...(body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

function luaScript(data: string, addressesFrom: number): string {
  return `local requests, turn = {}, 0
for raw in io.open(${JSON.stringify(data)}, "rb"):read("*a"):gmatch("([^\\30]+)\\30") do requests[#requests + 1] = raw end
local parts, address = {}, ${addressesFrom}
for index, raw in ipairs(requests) do
  local from, to = raw:find(${JSON.stringify(freshAddress)}, 1, true)
  if from then parts[index] = { raw:sub(1, from - 1), raw:sub(to + 1) } end
end
function request()
  turn = turn % #requests + 1
  local part = parts[turn]
  if part == nil then return requests[turn] end
  address = address + 1
  local byte = function(shift) return math.floor(address / shift) % 256 end
  return part[1] .. byte(16777216) .. "." .. byte(65536) .. "." .. byte(256) .. "." .. byte(1) .. part[2]
end
`;
}

async function run(args: string[]): Promise<string> {
  return await new Promise((resolve, reject) => {
    const child = spawn("wrk", args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (part) => (output += part));
    child.stderr.on("data", (part) => (output += part));
    child.on("error", () => reject(new Error("wrk can't be started. Install it: apt-get install wrk")));
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`wrk failed: ${output}`))));
  });
}

function latencyOf(output: string, percentile: string): number {
  const match = new RegExp(`${percentile}\\s+([\\d.]+)(us|ms|s)`).exec(output);
  const unit = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? "ms"] ?? 1;
  return Number(match?.[1] ?? 0) * unit;
}
