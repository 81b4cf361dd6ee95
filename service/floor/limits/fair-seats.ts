import { ServiceError } from "../../errors.ts";
import { settleWithin, tooLate } from "../concurrency/within-deadline.ts";

/** Twice the usual hourly limit: a burst up to it finds room. Each call in line is a request that is held in memory. */
export const lineLengthMax = 1_000;
/** With the work behind it a call ends before the 30 s after which the server and most clients give a request up. */
export const lineWaitMs = 15_000;

/** Gives a seat back; calling it again does nothing. */
export type LeaveSeat = () => void;

/** `Holder` names whose turn it is: an agency by its id, or for strangers their network. */
export type FairSeats<Holder extends number | string = number> = {
  /**
   * Takes a seat for an agency, waiting in its line where there is none. Throws `service_unavailable` with `retryAfterSeconds`
   * where the line is full, and where the wait has passed or `signal` says that the caller has gone.
   */
  enter(holder: Holder, entering?: Entering): Promise<LeaveSeat>;
  /**
   * Runs `work` in a seat and gives it back when `work` has ended, whether its caller still waits or not. With `workMs` the
   * caller waits no longer than that once it has its seat, and gets `service_unavailable`; where all work overruns, as on a
   * database that hangs, whoever is in line gets it too.
   */
  run<T>(holder: Holder, work: () => Promise<T>, running?: Running): Promise<T>;
  /** Gives free seats to waiting callers. To be called when the outcome of `mayEnter` may have changed. */
  handOut(): void;
};

/** `signal` says that the caller has gone; `waitMs` is for callers with more or less time than others. */
export type Entering = { signal?: AbortSignal; waitMs?: number };
type Running = Entering & { workMs?: number };
type Waiting = { enter: () => void; refuse: () => void };

export type FairSeatsOptions<Holder extends number | string = number> = {
  /** What the seats are for, in the words of a refusal: "data exports". */
  what: string;
  /** Who holds them, in the words of a refusal; an agency unless said. */
  who?: string;
  seats: number;
  seatsPerAgency: number;
  /** Callers of one agency that wait at once. */
  waitingPerAgencyMax: number;
  /** Callers that wait at once, of whomever, where a bound is needed on them all. */
  waitingMax?: number;
  waitMs: number;
  /** Goes into the `Retry-After` header of a refusal. */
  retryAfterSeconds: number;
  /** A condition besides the free seats: false keeps the agency waiting. */
  mayEnter?: (holder: Holder) => boolean;
};

/**
 * Hands out scarce seats, such as connections for long reads, to agencies in turn. An agency has `seatsPerAgency` at most and
 * a line of its own: however long that is, everybody else's next caller comes before the second of this one. A free seat is
 * given at once and costs nothing.
 */
export function createFairSeats<Holder extends number | string = number>(
  options: FairSeatsOptions<Holder>,
): FairSeats<Holder> {
  const { waitingPerAgencyMax, waitingMax = Number.POSITIVE_INFINITY, mayEnter = () => true } = options;
  const seats = countSeats(options);
  /** The agency that took a seat last. All other agencies that wait come before it. */
  let latest: Holder | undefined;
  let waitingOfAll = 0;
  /** Waiting callers by agency, first come first served; the agencies in the order of their turns. */
  const lines = new Map<Holder, Set<Waiting>>();
  const overruns = countOverruns(seats.taken, () => {
    for (const line of lines.values()) for (const { refuse } of line) refuse();
  });

  const isOpenTo = (agencyId: Holder) => seats.hasOneFor(agencyId) && mayEnter(agencyId);

  function take(agencyId: Holder): LeaveSeat {
    latest = agencyId;
    return seats.take(agencyId, handOut);
  }

  function handOut(): void {
    for (let next = nextInTurn(); next !== undefined; next = nextInTurn()) next.enter();
  }

  /** The first caller of the first agency that may enter. */
  function nextInTurn(): Waiting | undefined {
    if (seats.areAllTaken()) return undefined;
    if (latest !== undefined) moveToEnd(lines, latest);
    for (const [agencyId, [first]] of lines) if (isOpenTo(agencyId)) return first;
    return undefined;
  }

  function waitInLine(agencyId: Holder, waitMs: number, signal?: AbortSignal): Promise<LeaveSeat> {
    const line = lines.get(agencyId) ?? new Set<Waiting>();
    lines.set(agencyId, line);
    return new Promise((resolve, reject) => {
      const step = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", refuse);
        line.delete(waiting);
        waitingOfAll -= 1;
        if (line.size === 0) lines.delete(agencyId);
        settle();
      };
      const waiting = { enter: () => step(() => resolve(take(agencyId))), refuse: () => refuse() };
      const refuse = () => step(() => reject(busy(options)));
      const timer = setTimeout(refuse, waitMs);
      signal?.addEventListener("abort", refuse);
      line.add(waiting);
      waitingOfAll += 1;
    });
  }

  async function enter(
    agencyId: Holder,
    { signal, waitMs = options.waitMs }: Entering = {},
  ): Promise<LeaveSeat> {
    const waiting = lines.get(agencyId)?.size ?? 0;
    if (waiting === 0 && isOpenTo(agencyId)) return take(agencyId);
    const isFull = waiting >= waitingPerAgencyMax || waitingOfAll >= waitingMax || overruns.hangs();
    if (isFull || signal?.aborted === true) throw busy(options);
    return await waitInLine(agencyId, waitMs, signal);
  }

  return {
    enter,
    handOut,
    run: async (agencyId, work, running = {}) =>
      await overruns.run(work, await enter(agencyId, running), running.workMs),
  };
}

/** A map hands out its entries in the order in which they were set. */
function moveToEnd<Holder, Line>(lines: Map<Holder, Line>, holder: Holder): void {
  const line = lines.get(holder);
  if (line === undefined) return;
  lines.delete(holder);
  lines.set(holder, line);
}

/** Runs work in its seat, and knows when all of it has overrun its time: then it calls `onHang`. */
function countOverruns(taken: () => number, onHang: () => void) {
  let overdue = 0;
  const hangs = () => overdue > 0 && taken() === overdue;
  return {
    hangs,
    async run<T>(work: () => Promise<T>, leave: LeaveSeat, timeoutMs: number | undefined): Promise<T> {
      let isOverdue = false;
      // Node 22 has no Promise.try; an error that is thrown at once gives the seat back as well.
      const working = (async () => await work())().finally(() => {
        if (isOverdue) overdue -= 1;
        leave();
      });
      if (timeoutMs === undefined) return await working;
      const late = () => {
        isOverdue = true;
        overdue += 1;
        if (hangs()) onHang();
        return tooLate(timeoutMs);
      };
      return await settleWithin(working, { timeoutMs, late });
    },
  };
}

/** Knows how many seats are taken, and by whom. */
function countSeats<Holder extends number | string>({ seats, seatsPerAgency }: FairSeatsOptions<Holder>) {
  let taken = 0;
  const takenBy = new Map<Holder, number>();
  return {
    taken: () => taken,
    areAllTaken: () => taken >= seats,
    hasOneFor: (agencyId: Holder) => taken < seats && (takenBy.get(agencyId) ?? 0) < seatsPerAgency,
    take(agencyId: Holder, onLeft: () => void): LeaveSeat {
      taken += 1;
      takenBy.set(agencyId, (takenBy.get(agencyId) ?? 0) + 1);
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        taken -= 1;
        const left = (takenBy.get(agencyId) ?? 1) - 1;
        if (left === 0) takenBy.delete(agencyId);
        else takenBy.set(agencyId, left);
        onLeft();
      };
    },
  };
}

function busy<Holder extends number | string>(options: FairSeatsOptions<Holder>) {
  const { what, who = "agency", seatsPerAgency, waitingPerAgencyMax, retryAfterSeconds } = options;
  return new ServiceError(
    "service_unavailable",
    `There are turns for ${what}: each ${who} has ${seatsPerAgency} at a time and at most ${waitingPerAgencyMax} in line. Wait ${retryAfterSeconds} seconds and call again.`,
    { retryAfterSeconds },
  );
}
