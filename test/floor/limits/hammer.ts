/** One of several processes on one key: `bun hammer.ts <redis url> <key> <limit> <checks>` prints how many were admitted. */
import { createRedisLimiter } from "../../../service/floor/limits/redis.ts";
import { patient } from "./patient.ts";

const [url = "", key = "", limit = "0", checks = "0"] = process.argv.slice(2);
/** In flight at once: enough for pipelines, and few enough for an answer in time on a busy machine. */
const batch = 32;

const limiter = createRedisLimiter(url, patient);
await limiter.connect();
let admitted = 0;
for (let done = 0; done < Number(checks); done += batch) {
  const check = () => limiter.take({ key, limit: Number(limit), windowMs: 3_600_000 });
  const verdicts = await Promise.all(Array.from({ length: batch }, check));
  admitted += verdicts.filter((verdict) => verdict.isAdmitted).length;
}
await limiter.close();
console.log(admitted);
