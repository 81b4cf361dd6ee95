/** The report can't be drawn: the same report would fail again, so nobody needs to try. */
export class RenderingError extends Error {
  constructor(message: string) {
    super(`The report could not be rendered. ${message}`);
    this.name = "RenderingError";
  }
}
