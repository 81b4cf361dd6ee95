/** Null, false and the like: not yet. */
type Look<Found> = () => Found | Nothing | Promise<Found | Nothing>;
type Nothing = false | null | undefined;
type Wanted<Found> =
  | [what: string, look: Look<Found>, timeoutMs?: number]
  | [look: Look<Found>, timeoutMs?: number];

const lookEveryMs = 20;
/** What takes a second alone takes several on a busy machine. A test that is out of time, at 300 s, says less. */
const timeoutMsDefault = 60_000;

/** Looks again and again until `look` finds something, and returns it. Fails with `what` or the look's text where it does not in time. */
export async function until<Found>(...wanted: Wanted<Found>): Promise<Found> {
  const [what, look, timeoutMs = timeoutMsDefault] = isNamed(wanted)
    ? wanted
    : [wanted[0].toString(), ...wanted];
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadlineMs)
      throw new Error(`It did not come about within ${timeoutMs} ms: ${what}`);
    await Bun.sleep(lookEveryMs);
  }
}

function isNamed<Found>(
  wanted: Wanted<Found>,
): wanted is [what: string, look: Look<Found>, timeoutMs?: number] {
  return typeof wanted[0] === "string";
}
