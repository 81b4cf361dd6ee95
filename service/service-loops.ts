import type { Sql } from "./db/open.ts";
import type { Log } from "./log.ts";
import type { Loop } from "./loops/start-loops.ts";
import { maintainMeasurement } from "./measurement/maintain-measurement.ts";

/** Every loop of the service: its name, when it runs (seconds first), and what it does. */
export function serviceLoops({ sql }: { sql: Sql; log: Log }): Loop[] {
  return [
    {
      name: "measurement-maintenance",
      schedule: "17 2 * * * *",
      run: async () => {
        await maintainMeasurement(sql);
        return false;
      },
    },
  ];
}
