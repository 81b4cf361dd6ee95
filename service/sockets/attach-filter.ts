import { dlopen, ptr } from "bun:ffi";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Of the kernel's socket filter (Documentation/networking/filter.rst): code, jump if true, jump if false, operand. */
export type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/** SO_ATTACH_FILTER and SO_ATTACH_REUSEPORT_CBPF of <asm-generic/socket.h>; the same on x64 and arm64. */
export const socketFilter = 26;
export const portGroupFilter = 51;
const solSocket = 1;
const instructionBytes = 8;

/**
 * Attaches `program` to each socket with which this process listens on `port`. Returns false where the machine does not
 * let us: not Linux, no /proc, no such option.
 */
export function attachFilter(input: {
  port: number;
  option: typeof socketFilter | typeof portGroupFilter;
  program: readonly Instruction[];
}): boolean {
  try {
    const { symbols } = openLibc();
    const program = encode(input.program);
    // struct sock_fprog: the number of instructions, and where they are.
    const filter = new BigUint64Array([BigInt(input.program.length), BigInt(ptr(program))]);
    return listeningSockets(input.port).every(
      (socket) => symbols.setsockopt(socket, solSocket, input.option, ptr(filter), filter.byteLength) === 0,
    );
  } catch {
    return false;
  }
}

function encode(instructions: readonly Instruction[]): Uint8Array {
  const program = new Uint8Array(instructions.length * instructionBytes);
  const view = new DataView(program.buffer);
  for (const [index, [code, ifTrue, ifFalse, operand]] of instructions.entries()) {
    const at = index * instructionBytes;
    view.setUint16(at, code, true);
    view.setUint8(at + 2, ifTrue);
    view.setUint8(at + 3, ifFalse);
    view.setUint32(at + 4, operand, true);
  }
  return program;
}

/** The process' own descriptors of sockets that listen on `port`. */
function listeningSockets(port: number): number[] {
  const listening = new Set(
    ["/proc/self/net/tcp", "/proc/self/net/tcp6"].flatMap((table) => listenersIn(table, port)),
  );
  const sockets = readdirSync("/proc/self/fd").filter((descriptor) => listening.has(targetOf(descriptor)));
  if (sockets.length === 0) throw new Error(`No socket of ours listens on port ${port}.`);
  return sockets.map(Number);
}

/** The table's columns are: number, local address, remote address, state (0A listens), …, inode as the tenth. */
function listenersIn(table: string, port: number): string[] {
  const portInHex = port.toString(16).toUpperCase().padStart(4, "0");
  return readFileSync(table, "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = "", , state]) => state === "0A" && local.endsWith(`:${portInHex}`))
    .map((columns) => `socket:[${columns[9]}]`);
}

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    // The descriptor of the listing itself is gone by now.
    return "";
  }
}

function openLibc() {
  const functions = {
    setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
  } as const;
  try {
    return dlopen("libc.so.6", functions);
  } catch {
    return dlopen(`libc.musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`, functions);
  }
}
