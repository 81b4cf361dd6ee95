import type { Fetch } from "../floor/http/edge.ts";

/** The requests of a service as they come and go, so that it can end without anyone noticing. */
export type Traffic = {
  fetch: Fetch;
  /** From now on each answer is the last of its connection (RFC 9112, 9.6): its client asks the next time elsewhere. */
  leave(): void;
  isLeaving(): boolean;
  /** Resolves when no request was under way or came for `quietMs`, and after `timeoutMs` at the latest. */
  untilQuiet(wait: { quietMs: number; timeoutMs: number }): Promise<void>;
};

/** Counts looks instead of time, because between two looks even a busy process reads what has come. */
const lookEveryMs = 25;

export function createTraffic(handle: Fetch): Traffic {
  let begun = 0;
  let ended = 0;
  let isLeaving = false;

  return {
    async fetch(request, socket) {
      begun += 1;
      try {
        const response = await handle(request, socket);
        if (isLeaving) response.headers.set("connection", "close");
        return response;
      } finally {
        ended += 1;
      }
    },
    leave() {
      isLeaving = true;
    },
    isLeaving: () => isLeaving,
    async untilQuiet({ quietMs, timeoutMs }) {
      const endsAtMs = performance.now() + timeoutMs;
      let quietLooks = 0;
      let seen = begun;
      while (quietLooks * lookEveryMs < quietMs && performance.now() < endsAtMs) {
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
        quietLooks = begun === seen && begun === ended ? quietLooks + 1 : 0;
        seen = begun;
      }
    },
  };
}
