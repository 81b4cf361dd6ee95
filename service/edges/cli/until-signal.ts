/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let hasStopped = false;
    const stop = () => {
      if (hasStopped) process.exit(1);
      hasStopped = true;
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}
