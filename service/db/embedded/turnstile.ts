/** Lets one holder through at a time, in the order of asking. */
export type Turnstile = { enter(): Promise<void>; leave(): void };

export function createTurnstile(): Turnstile {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    enter() {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) isTaken = false;
      else next();
    },
  };
}
