/** Long enough for a port and connections to be free again, short enough that hardly anybody notices one death. */
const pauseMsMin = 500;
/** While the database is away for hours, each process tries twice a minute. */
const pauseMsMax = 30_000;
/** Who lived for this long died of something else than its start. */
export const calmAfterMs = 60_000;

/** How long a process stays away after its `deaths`-th death in a row, 1 for the first: twice as long each time, up to 30 s. */
export function restartPauseMs(deaths: number): number {
  return Math.min(pauseMsMax, pauseMsMin * 2 ** (deaths - 1));
}
