/**
 * Signs and sends a conversion. Runs as it is on Bun, Deno (`deno run --allow-net --allow-env`) and Node 22.18 or later:
 * PR_SERVICE_URL=… PR_SERVICE_KEY=svc_key_… node send-conversion.ts 42 order-4711
 */
import process from "node:process";
import { createClient } from "@pr-service/sdk";

const [pressReleaseId, eventId = crypto.randomUUID()] = process.argv.slice(2);
const client = createClient({
  baseUrl: process.env.PR_SERVICE_URL ?? "http://127.0.0.1:3000",
  apiKey: process.env.PR_SERVICE_KEY ?? "",
});
const { data } = await client.conversions.recordConversion({
  eventId, // yours; sent again, it is answered `duplicate: true` and counted once
  pressReleaseId: Number(pressReleaseId),
  kind: "purchase",
  value: 49.9,
  currency: "EUR",
  occurredAt: new Date(),
});
console.log(JSON.stringify(data));
