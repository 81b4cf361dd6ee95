import type { Interaction } from "../../service/features/measurement/hit.ts";
import { interactionKinds } from "../../service/features/measurement/vocabulary.ts";
import { interaction } from "../../test/features/measurement/sample-hits.ts";
import type { SeededChance } from "../../test/support/seeded-chance.ts";

const agencies = 4;
const releasesPerAgency = 5;
const targetsPerRelease = 10;
/** Of each visitor: the first one makes a row of the visitor, the others find it. */
const interactionsPerVisitor = 2;
/** Hits between two of the same visitor, about: in another batch, so that a batch can't fold them into one row. */
const hitsBetween = 4_000;

/**
 * Clicks of a moment so busy that batches are full, which a few fresh releases bring about: four agencies with five each, of
 * which the first has five times the readers of the last. A visitor stays on one release and clicks twice, some seconds apart.
 */
export function sampleInteractions(chance: SeededChance, count: number): Interaction[] {
  const recent: { visitorId: bigint; agencyId: number; releaseId: number }[] = [];
  return Array.from({ length: count }, (_, index) => {
    const isBack = index >= hitsBetween && chance.between(0, 1) < 1 - 1 / interactionsPerVisitor;
    const agencyId = chance.whole(1, agencies);
    const position = Math.floor(releasesPerAgency ** chance.between(0, 1));
    const fresh = {
      visitorId: BigInt(chance.whole(-(2 ** 52), 2 ** 52)) * 2_000n,
      agencyId,
      releaseId: agencyId * 100 + position,
    };
    const visitor = (isBack ? recent[(index * 7) % hitsBetween] : undefined) ?? fresh;
    recent[index % hitsBetween] = visitor;
    const target = chance.whole(1, targetsPerRelease);
    return interaction({
      ...visitor,
      newsroomId: agencyId,
      occurredAt: new Date(),
      interactionKind: interactionKinds[target % 3] ?? "outbound_link",
      target: {
        label: `Anlage ${target}`,
        url: `https://example.org/${visitor.releaseId}/anlage-${target}.pdf`,
      },
    });
  });
}
