type Condition = () => boolean | Promise<boolean>;
type Wanted = [what: string, isSo: Condition, timeoutMs?: number] | [isSo: Condition, timeoutMs?: number];

const lookEveryMs = 20;
/** What takes a second alone takes several on a busy machine. A test that is out of time, at 120 s, says less. */
const timeoutMsDefault = 60_000;

/** Looks again and again until `isSo` holds, and fails with `what` or its text where it does not in time. */
export async function until(...wanted: Wanted): Promise<void> {
  const [what, isSo, timeoutMs = timeoutMsDefault] = isNamed(wanted)
    ? wanted
    : [wanted[0].toString(), ...wanted];
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs)
      throw new Error(`It did not come about within ${timeoutMs} ms: ${what}`);
    await Bun.sleep(lookEveryMs);
  }
}

function isNamed(wanted: Wanted): wanted is [what: string, isSo: Condition, timeoutMs?: number] {
  return typeof wanted[0] === "string";
}
