/** Spools of one agency that are on disk at once: one that is being written, and one that a slow client still reads. */
const spoolsPerAgencyMax = 2;
/** Of all spools of a process: about 30 million conversions, in eight hours of a slow client's reading. */
export const spoolBytesMax = 8 * 1024 ** 3;

/** An agency's spools would take more of the disk than is left for others. */
export class SpoolRoomError extends Error {
  constructor() {
    super("The agency's unread data exports take all the room on disk that one agency may have.");
    this.name = "SpoolRoomError";
  }
}

/** What one spool takes of the room. */
export type SpoolShare = {
  /** Counts bytes before they are written. Throws SpoolRoomError where there is no room for them. */
  add(bytes: number): void;
  /** Gives everything back; calling it again does nothing. */
  close(): void;
};

export type SpoolRoom = {
  /** False while the agency has as many spools, or as many bytes in them, as it may have. */
  hasRoomFor(agencyId: number): boolean;
  open(agencyId: number): SpoolShare;
  /** Sets the bytes that all spools may take together. */
  limitTo(bytes: number): void;
  bytes(): number;
};

/**
 * Counts what spools take of the disk. An agency may take as many bytes as are still free: one alone gets half, two get a third
 * each, and there is always something left for the next (Choudhury and Hahne, "Dynamic queue length thresholds", 1998). `onRoom`
 * is called when a spool has gone.
 */
export function createSpoolRoom(onRoom: () => void): SpoolRoom {
  const byAgency = new Map<number, { spools: number; bytes: number }>();
  let limit = spoolBytesMax;
  let taken = 0;

  return {
    hasRoomFor(agencyId) {
      const { spools, bytes } = byAgency.get(agencyId) ?? { spools: 0, bytes: 0 };
      // The first spool may always try, because on a full disk a failure says more than an endless wait.
      return spools === 0 || (spools < spoolsPerAgencyMax && bytes < limit - taken);
    },
    open(agencyId) {
      const agency = byAgency.get(agencyId) ?? { spools: 0, bytes: 0 };
      byAgency.set(agencyId, agency);
      agency.spools += 1;
      let own = 0;
      let isOpen = true;
      return {
        add(bytes) {
          if (agency.bytes + bytes > limit - taken - bytes) throw new SpoolRoomError();
          agency.bytes += bytes;
          taken += bytes;
          own += bytes;
        },
        close() {
          if (!isOpen) return;
          isOpen = false;
          agency.bytes -= own;
          taken -= own;
          agency.spools -= 1;
          if (agency.spools === 0) byAgency.delete(agencyId);
          onRoom();
        },
      };
    },
    limitTo(bytes) {
      limit = bytes;
    },
    bytes: () => taken,
  };
}
