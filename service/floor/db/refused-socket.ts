import { Duplex } from "node:stream";

/** A connection that fails as soon as it is written to: the driver takes an error from a connection only. */
export function refusedSocket(error: Error): Duplex {
  return new Duplex({
    read() {},
    write(_chunk, _encoding, report) {
      report(error);
    },
  });
}

/** As the driver's own errors it has a code, by which it is taken for a database that is away. */
export function noWritableServer(servers: readonly { name: string; reason: string }[]): Error {
  const list = servers.map(({ name, reason }) => `${name} ${reason}`).join("; ");
  return Object.assign(new Error(`No server of the database takes writes: ${list}.`), {
    code: "NO_WRITABLE_SERVER",
  });
}
