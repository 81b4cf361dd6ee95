/** Who holds how many of a process's seats for one kind of work. */
export type Shares = {
  /** How many more seats the agency may take now. */
  roomOf(agencyId: number): number;
  take(agencyId: number, seats: number): void;
  giveBack(agencyId: number, seats: number): void;
  taken(): number;
  /** Agencies that hold all that they may. */
  full(): number[];
};

/**
 * Shares `seatsMax` seats among agencies: each may hold as many as are left free. So an agency alone holds half of them,
 * two hold a third each, and whoever comes next finds one, however slow the others' work is. Without seats in reserve the
 * next agency would wait until a piece of work of the others ends.
 */
export function createShares(seatsMax: number): Shares {
  const held = new Map<number, number>();
  let taken = 0;

  function roomOf(agencyId: number): number {
    const free = seatsMax - taken;
    const own = held.get(agencyId) ?? 0;
    if (own === 0) return Math.min(free, Math.max(1, Math.floor(free / 2)));
    return Math.max(0, Math.floor((free - own) / 2));
  }

  function change(agencyId: number, seats: number): void {
    taken += seats;
    const own = (held.get(agencyId) ?? 0) + seats;
    if (own > 0) held.set(agencyId, own);
    else held.delete(agencyId);
  }

  return {
    roomOf,
    take: change,
    giveBack: (agencyId, seats) => change(agencyId, -seats),
    taken: () => taken,
    full: () => [...held.keys()].filter((agencyId) => roomOf(agencyId) === 0),
  };
}
