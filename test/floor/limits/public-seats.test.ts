import { expect, test } from "bun:test";
import { createPublicSeats } from "../../../service/floor/limits/public-seats.ts";
import { errorOf } from "../../support/error-of.ts";

test("of what needs no key three run at once, two of them for one network; the further wait in their turns", async () => {
  const seats = createPublicSeats();
  const gates: PromiseWithResolvers<void>[] = [];
  const running: string[] = [];
  const work = (name: string) => () => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    running.push(name);
    return gate.promise;
  };
  const flood = Array.from({ length: 32 }, () => seats.run("flood", work("flood")));
  const quiet = seats.run("quiet", work("quiet"));
  await Promise.resolve();
  expect(running).toEqual(["flood", "flood", "quiet"]);
  expect(await errorOf(seats.run("flood", work("flood")))).toMatchObject({
    code: "service_unavailable",
    retryAfterSeconds: 5,
  });
  for (let done = 0; done < 33; done += 1) {
    gates[done]?.resolve();
    // Whoever is next starts in the turns after this one.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
  await Promise.all([...flood, quiet]);
});

test("200 wait at once, from however many networks, and no more", async () => {
  const seats = createPublicSeats();
  const gate = Promise.withResolvers<void>();
  const works = Array.from({ length: 204 }, (_, at) =>
    seats
      .run(`network ${at}`, () => gate.promise)
      .then(
        () => "done",
        () => "refused",
      ),
  );
  gate.resolve();
  const outcomes = await Promise.all(works);
  expect(outcomes.filter((outcome) => outcome === "refused")).toHaveLength(1);
});
