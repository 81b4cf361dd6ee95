/** The work took too long, or its row was taken back: whatever the worker still holds has to be thrown away. */
export class LeaseLostError extends Error {
  constructor(id: string) {
    super(`The lease on ${id} is lost.`);
    this.name = "LeaseLostError";
  }
}
