import { pause } from "../../floor/concurrency/pause.ts";
import { isDoneWithin } from "../../floor/concurrency/within-deadline.ts";
import type { Log } from "../../log.ts";
import type { MemberProcess } from "./start-member.ts";

/** The process that has the loops, where they are on. */
export const leader = 1;
/** A process ends within 17 s by itself, and SIGKILL comes to us after 20 s. */
const stopTimeoutMs = 18_500;

export type Supervisor = {
  /**
   * Resolves to true when all serve, to false where they were stopped before. Rejects where one ended by itself before, and then
   * all others have ended too.
   */
  started: Promise<boolean>;
  /** Ends all at once and waits for them. Says whether each ended well. */
  stop(): Promise<boolean>;
  /** Ends all processes at once, without waiting for their requests. */
  kill(): void;
};

/** Long enough for a port and connections to be free again, short enough that hardly anybody notices one death. */
const pauseMsMin = 500;
/** While the database is away for hours, each process tries twice a minute. */
const pauseMsMax = 30_000;
/** Who lived for this long died of something else than its start. */
const calmAfterMs = 60_000;

/**
 * Keeps processes 1 to `count` running, each by `start`, which gets what wakes a loop in the first of them. One that dies comes
 * back after a pause that grows with its deaths in a row. Where one does not even start at the beginning, all end.
 */
export function supervise(input: {
  count: number;
  start: (number: number, onWake: (loopName: string) => void) => MemberProcess;
  log: Log;
}): Supervisor {
  const { count, start, log } = input;
  const members = new Map<number, MemberProcess>();
  const stopping = new AbortController();
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const wakeLeader = (loopName: string) => members.get(leader)?.wake(loopName);

  const first = numbers.map((number) => run(number));
  const started = allServe(first).then(
    () => {
      for (const [index, number] of numbers.entries()) void keep(number, first[index]);
      return true;
    },
    async (error: unknown) => {
      if (stopping.signal.aborted) return false;
      await stop();
      throw error;
    },
  );
  return { started, stop, kill: () => signalAll("SIGKILL") };

  function run(number: number): MemberProcess {
    const member = start(number, wakeLeader);
    members.set(number, member);
    return member;
  }

  async function keep(number: number, running: MemberProcess | undefined): Promise<void> {
    let deaths = 0;
    for (let member = running; member !== undefined; member = await restart(number, deaths)) {
      const sinceMs = performance.now();
      const end = await member.ended;
      if (stopping.signal.aborted) return;
      members.delete(number);
      deaths = performance.now() - sinceMs < calmAfterMs ? deaths + 1 : 1;
      log.error("process_ended", { process: number, ...end, restartsInMs: restartPauseMs(deaths) });
    }
  }

  async function restart(number: number, deaths: number): Promise<MemberProcess | undefined> {
    await pause(restartPauseMs(deaths), stopping.signal);
    if (stopping.signal.aborted) return undefined;
    const member = run(number);
    void member.serving.then((url) => url !== null && log.info("process_restarted", { process: number }));
    return member;
  }

  async function stop(): Promise<boolean> {
    stopping.abort();
    signalAll("SIGTERM");
    const all = [...members.values()].map(({ ended }) => ended);
    if (
      !(await isDoneWithin(
        Promise.all(all).then(() => undefined),
        stopTimeoutMs,
      ))
    ) {
      log.error("processes_killed", { afterMs: stopTimeoutMs });
      signalAll("SIGKILL");
    }
    return (await Promise.all(all)).every(({ exitCode }) => exitCode === 0);
  }

  function signalAll(signal: NodeJS.Signals): void {
    for (const member of members.values()) member.kill(signal);
  }
}

async function allServe(members: readonly MemberProcess[]): Promise<void> {
  await Promise.all(
    members.map(async ({ serving }) => {
      if ((await serving) === null)
        throw new Error("A process ended while it started. Its own line says why. The others were stopped.");
    }),
  );
}

/** How long a process stays away after its `deaths`-th death in a row, 1 for the first: twice as long each time, up to 30 s. */
export function restartPauseMs(deaths: number): number {
  return Math.min(pauseMsMax, pauseMsMin * 2 ** (deaths - 1));
}
