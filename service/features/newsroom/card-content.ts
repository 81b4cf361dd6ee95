import { createHash } from "node:crypto";
import type { Newsroom, Release } from "./pages/page-input.ts";

/** What link previews show large. */
export const cardSize = { width: 1200, height: 630 } as const;
/** Another drawing gets other addresses. */
const drawing = "1";
const hashCharacters = 12;

/** What stands on the card of a release without a picture. */
export type CardContent = {
  newsroom: Pick<Newsroom, "clientName" | "logo">;
  release: Pick<Release, "title">;
};

/** Names a card by what stands on it. */
export function cardHash({ newsroom, release }: CardContent): string {
  const content = JSON.stringify([drawing, newsroom.clientName, newsroom.logo?.url ?? null, release.title]);
  return createHash("sha256").update(content).digest("hex").slice(0, hashCharacters);
}
