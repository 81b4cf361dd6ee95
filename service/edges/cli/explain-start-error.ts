/** Adds what to do to start errors that an operator can mend; returns all others unchanged. */
export function explainStartError(error: unknown, port: number): unknown {
  if (!(error instanceof Error && "code" in error)) return error;
  if (error.code === "EADDRINUSE") {
    return new Error(`Port ${port} is in use. Stop what listens there, or name another port with --port.`, {
      cause: error,
    });
  }
  // A file that this user may not open has the same code, and a path.
  if (error.code === "EACCES" && !("path" in error)) {
    return new Error(`Port ${port} needs more rights than this user has. Name one above 1023 with --port.`, {
      cause: error,
    });
  }
  if (error.code === "EADDRNOTAVAIL") {
    return new Error("The address of --host (or HOST) is none of this machine's. Name another.", {
      cause: error,
    });
  }
  return error;
}
