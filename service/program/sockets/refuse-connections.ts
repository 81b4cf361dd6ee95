import { dlopen, ptr } from "bun:ffi";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** SO_ATTACH_FILTER of <asm-generic/socket.h>; the same on x64 and arm64. */
const attachFilter = 26;
const solSocket = 1;
const instructionBytes = 8;

/** Of the kernel's socket filter (Documentation/networking/filter.rst): code, jump if true, jump if false, operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/** Load byte 13 of the TCP header, its flags; go on if SYN (2) is set, else skip one; take nothing; take all. */
const synFilter: readonly Instruction[] = [
  [0x30, 0, 0, 13],
  [0x45, 0, 1, 2],
  [0x06, 0, 0, 0],
  [0x06, 0, 0, 0xffff_ffff],
];

/**
 * Lets nobody new through to `port`, on which this process listens; who is connected is served on.
 *
 * Bun closes a listener only together with all connections whose next request it has not read yet, so busy clients saw
 * requests reset at each stop. A filter on the listening sockets therefore drops each attempt to connect (SYN) first.
 * Requests sent before are read and answered, and then no connection is left to be reset. A client that connects meanwhile is
 * refused a second later, when the listener is gone. A proxy that asks `/ready` needs none of this (haproxy); one that does
 * not (nginx) answered some calls with 502 without it.
 * Returns false where the machine does not let us, and the end is as Bun makes it.
 */
export function refuseConnections(port: number): boolean {
  try {
    const { symbols } = openLibc();
    const program = encode(synFilter);
    // struct sock_fprog: the number of instructions, and where they are.
    const filter = new BigUint64Array([BigInt(synFilter.length), BigInt(ptr(program))]);
    return listeningSockets(port).every(
      (socket) => symbols.setsockopt(socket, solSocket, attachFilter, ptr(filter), filter.byteLength) === 0,
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
