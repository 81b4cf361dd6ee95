import { describe, expect, test } from "bun:test";
import { createLog } from "../../../service/log.ts";
import type { MemberEnd, MemberProcess } from "../../../service/program/processes/start-member.ts";
import { supervise } from "../../../service/program/processes/supervise.ts";
import { thrownBy } from "../../support/error-of.ts";
import { until } from "../../support/until.ts";

describe("the supervisor", () => {
  test("hands each wake to the process that has the loops, also to the one that came after it", async () => {
    const { supervisor, fakes, lines } = supervised(3);
    expect(await supervisor.started).toBe(true);
    fakes[2]?.wakeElsewhere("exports");
    expect(fakes.map(({ woken }) => woken)).toEqual([["exports"], [], []]);
    fakes[0]?.die({ exitCode: null, signal: "SIGKILL" });
    await until(() => fakes.length === 4);
    fakes[1]?.wakeElsewhere("webhook-delivery");
    expect(fakes[3]).toMatchObject({ number: 1, woken: ["webhook-delivery"] });
    expect(lines.join()).toContain('"event":"process_ended","process":1,"exitCode":null,"signal":"SIGKILL"');
    expect(lines.join()).toContain('"restartsInMs":500');
    expect(await supervisor.stop()).toBe(true);
  });

  test("ends the others and says so where one does not start", async () => {
    const { supervisor, fakes } = supervised(2, (fake) => {
      if (fake.number === 2) fake.die({ exitCode: 1, signal: null });
    });
    expect(await thrownBy(supervisor.started)).toThrow("A process ended while it started.");
    expect(await fakes[0]?.ended).toEqual({ exitCode: 0, signal: null });
    expect(fakes).toHaveLength(2);
  });

  test("that is stopped while they start says no fault, and starts none again", async () => {
    const { supervisor, fakes } = supervised(2, () => undefined);
    expect(await supervisor.stop()).toBe(true);
    expect(await supervisor.started).toBe(false);
    expect(fakes).toHaveLength(2);
  });

  test("says whether one did not end well", async () => {
    const { supervisor } = supervised(2, (fake) => {
      fake.say("http://here");
      if (fake.number === 2) fake.kill = () => fake.die({ exitCode: 1, signal: null });
    });
    await supervisor.started;
    expect(await supervisor.stop()).toBe(false);
  });
});

type Fake = MemberProcess & {
  number: number;
  woken: string[];
  wakeElsewhere(loopName: string): void;
  say(url: string | null): void;
  die(end: MemberEnd): void;
};

/** Processes that serve at once and end well at each signal, unless a test says otherwise. */
function supervised(count: number, change: (fake: Fake) => void = (fake) => fake.say("http://here")) {
  const fakes: Fake[] = [];
  const lines: string[] = [];
  const supervisor = supervise({
    count,
    log: createLog("info", (line) => lines.push(line)),
    start(number, onWake) {
      const serving = Promise.withResolvers<string | null>();
      const ended = Promise.withResolvers<MemberEnd>();
      const fake: Fake = {
        number,
        woken: [],
        serving: serving.promise,
        ended: ended.promise,
        wake: (loopName) => fake.woken.push(loopName),
        wakeElsewhere: onWake,
        say: serving.resolve,
        die(end) {
          serving.resolve(null);
          ended.resolve(end);
        },
        kill: (signal) => fake.die({ exitCode: signal === "SIGTERM" ? 0 : null, signal: null }),
      };
      fakes.push(fake);
      change(fake);
      return fake;
    },
  });
  return { supervisor, fakes, lines };
}
