import { ServiceError } from "../errors.ts";

/** Gives a place back; calling it again does nothing. */
export type LeavePlace = () => void;

/** `Holder` names whose turn it is: an agency by its id, or for strangers their network. */
export type FairPlaces<Holder extends number | string = number> = {
  /**
   * Takes a place for an agency, waiting in its line where there is none. Throws `service_unavailable` with `retryAfterSeconds`
   * where the line is full, and where the wait has passed or `signal` says that the caller has gone.
   */
  enter(holder: Holder, entering?: Entering): Promise<LeavePlace>;
  /** Runs `work` in a place and gives it back when `work` has ended, whether its caller still waits or not. */
  run<T>(holder: Holder, work: () => Promise<T>, entering?: Entering): Promise<T>;
  /** Looks again who may enter: for whoever knows that `mayEnter` has changed. */
  handOut(): void;
};

/** `signal` says that the caller has gone; `waitMs` is for callers with more or less time than others. */
type Entering = { signal?: AbortSignal; waitMs?: number };

export type FairPlacesOptions<Holder extends number | string = number> = {
  /** What the places are for, in the words of a refusal: "data exports". */
  what: string;
  /** Who holds them, in the words of a refusal; an agency unless said. */
  who?: string;
  places: number;
  placesPerAgency: number;
  /** Callers of one agency that wait at once. */
  waitingPerAgencyMax: number;
  /** Callers that wait at once, of whomever, where a bound is needed on them all. */
  waitingMax?: number;
  waitMs: number;
  /** What a refused caller is told to wait. */
  retryAfterSeconds: number;
  /** A further condition on an agency's next place. */
  mayEnter?: (holder: Holder) => boolean;
};

/**
 * Hands out scarce places, such as connections for long reads, to agencies in turn. An agency has `placesPerAgency` at most and
 * a line of its own: however long that is, everybody else's next caller comes before the second of this one. A free place is
 * given at once and costs nothing.
 */
export function createFairPlaces<Holder extends number | string = number>(
  options: FairPlacesOptions<Holder>,
): FairPlaces<Holder> {
  const { waitingPerAgencyMax, waitingMax = Number.POSITIVE_INFINITY, mayEnter = () => true } = options;
  const places = countPlaces(options);
  /** Took the latest place, whether it was free or its turn: everybody else's turn comes first. */
  let latest: Holder | undefined;
  let waitingOfAll = 0;
  /** Waiting callers by agency, first come first served; the agencies in the order of their turns. */
  const lines = new Map<Holder, Set<() => void>>();

  const isOpenTo = (agencyId: Holder) => places.hasOneFor(agencyId) && mayEnter(agencyId);

  function take(agencyId: Holder): LeavePlace {
    latest = agencyId;
    return places.take(agencyId, handOut);
  }

  function handOut(): void {
    for (let next = nextInTurn(); next !== undefined; next = nextInTurn()) next();
  }

  /** The first caller of the first agency that may enter. */
  function nextInTurn(): (() => void) | undefined {
    if (places.areAllTaken()) return undefined;
    const latestLine = latest === undefined ? undefined : lines.get(latest);
    if (latest !== undefined && latestLine !== undefined) {
      lines.delete(latest);
      lines.set(latest, latestLine);
    }
    for (const [agencyId, [first]] of lines) if (isOpenTo(agencyId)) return first;
    return undefined;
  }

  function waitInLine(agencyId: Holder, waitMs: number, signal?: AbortSignal): Promise<LeavePlace> {
    const line = lines.get(agencyId) ?? new Set();
    lines.set(agencyId, line);
    return new Promise((resolve, reject) => {
      const step = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", refuse);
        line.delete(enterNow);
        waitingOfAll -= 1;
        if (line.size === 0) lines.delete(agencyId);
        settle();
      };
      const enterNow = () => step(() => resolve(take(agencyId)));
      const refuse = () => step(() => reject(busy(options)));
      const timer = setTimeout(refuse, waitMs);
      signal?.addEventListener("abort", refuse);
      line.add(enterNow);
      waitingOfAll += 1;
    });
  }

  async function enter(
    agencyId: Holder,
    { signal, waitMs = options.waitMs }: Entering = {},
  ): Promise<LeavePlace> {
    const waiting = lines.get(agencyId)?.size ?? 0;
    if (waiting === 0 && isOpenTo(agencyId)) return take(agencyId);
    const isFull = waiting >= waitingPerAgencyMax || waitingOfAll >= waitingMax;
    if (isFull || signal?.aborted === true) throw busy(options);
    return await waitInLine(agencyId, waitMs, signal);
  }

  return {
    enter,
    handOut,
    run: (holder, work, entering) => runInPlace(enter(holder, entering), work),
  };
}

async function runInPlace<T>(entering: Promise<LeavePlace>, work: () => Promise<T>): Promise<T> {
  const leave = await entering;
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Knows how many places are taken, and by whom. */
function countPlaces<Holder extends number | string>({ places, placesPerAgency }: FairPlacesOptions<Holder>) {
  let taken = 0;
  const takenBy = new Map<Holder, number>();
  return {
    areAllTaken: () => taken >= places,
    hasOneFor: (agencyId: Holder) => taken < places && (takenBy.get(agencyId) ?? 0) < placesPerAgency,
    take(agencyId: Holder, onLeft: () => void): LeavePlace {
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

function busy<Holder extends number | string>(options: FairPlacesOptions<Holder>) {
  const { what, who = "agency", placesPerAgency, waitingPerAgencyMax, retryAfterSeconds } = options;
  return new ServiceError(
    "service_unavailable",
    `There are turns for ${what}: each ${who} has ${placesPerAgency} at a time and at most ${waitingPerAgencyMax} in line. Wait ${retryAfterSeconds} seconds and call again.`,
    { retryAfterSeconds },
  );
}
