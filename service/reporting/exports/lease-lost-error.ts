/** The attempt took too long or its job was deleted: whatever it still holds has to be thrown away. */
export class LeaseLostError extends Error {
  constructor(jobId: string) {
    super(`The lease on export job ${jobId} is lost.`);
    this.name = "LeaseLostError";
  }
}
