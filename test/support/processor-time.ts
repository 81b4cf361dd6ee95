/** Milliseconds of processor time that this process spent on `work`: others use the machine too, so a clock measures them as well. */
export async function processorMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
