import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { clientSite } from "../../floor/http/client-address.ts";
import { createFairSeats } from "../../floor/limits/fair-seats.ts";
import type { PublicSeats } from "../../floor/limits/public-seats.ts";
import type { ReleaseFile } from "./release-file.ts";

/** Draws a file of an agency in a thread of its own. */
export type ReleaseRenderer = {
  renderRelease: (agencyId: number, file: ReleaseFile, signal: AbortSignal) => Promise<Uint8Array>;
};

/** Whether the network of who asked first had its turn. */
type Turn = { isTaken: boolean };

/** Files of the latest releases, of some 60 KB each. */
const cachedBytesMax = 16_000_000;
/** The thread draws reports, too: strangers take one turn of it at a time. */
const drawnAtOnceMax = 1;
const waitingPerAgencyMax = 20;
const waitMs = 8_000;
const retryAfterSeconds = 10;
/** A text of 100,000 characters takes a second. */
const drawingTimeoutMs = 15_000;

/** PDFs of releases: drawn at the first request, kept as long as nothing in them changes, agency by agency and network by network. */
export function createReleasePdfs({
  renderer,
  publicSeats,
}: {
  renderer: ReleaseRenderer;
  publicSeats: PublicSeats;
}) {
  const files = new LRUCache<string, Uint8Array>({
    maxSize: cachedBytesMax,
    sizeCalculation: (bytes) => bytes.length,
  });
  const underWay = new Map<string, { turn: Turn; drawing: Promise<Uint8Array> }>();
  const seats = createFairSeats({
    what: "PDFs of releases",
    seats: drawnAtOnceMax,
    seatsPerAgency: drawnAtOnceMax,
    ...{ waitingPerAgencyMax, waitMs, retryAfterSeconds },
  });
  return async (agencyId: number, file: ReleaseFile, clientAddress: string): Promise<Uint8Array> => {
    const key = createHash("sha256")
      .update(JSON.stringify([agencyId, file]))
      .digest("hex");
    const known = files.get(key);
    if (known !== undefined) return known;
    const draw = (turn: Turn) =>
      publicSeats.run(clientSite(clientAddress), () => {
        turn.isTaken = true;
        return seats.run(agencyId, async () => {
          // Somebody else in line may have had it drawn meanwhile.
          const bytes =
            files.get(key) ??
            (await renderer.renderRelease(agencyId, file, AbortSignal.timeout(drawingTimeoutMs)));
          files.set(key, bytes);
          return bytes;
        });
      });
    const begun = underWay.get(key);
    if (begun !== undefined)
      return await begun.drawing.catch((error: unknown) => {
        if (begun.turn.isTaken) throw error;
        // The network of whoever came first has no turn left, and that says nothing of this one.
        return draw({ isTaken: false });
      });
    const turn = { isTaken: false };
    const drawing = draw(turn).finally(() => underWay.delete(key));
    underWay.set(key, { turn, drawing });
    return await drawing;
  };
}
