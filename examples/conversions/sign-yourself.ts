/** Signs and sends a conversion with `fetch` alone, where you want to see (or change) each step. */
import process from "node:process";
import { signConversion } from "@pr-service/sdk";

const baseUrl = process.env.PR_SERVICE_URL ?? "http://127.0.0.1:3000";
const apiKey = process.env.PR_SERVICE_KEY ?? "";
const [pressReleaseId, eventId = crypto.randomUUID()] = process.argv.slice(2);

const occurredAt = new Date().toISOString();
const event = { eventId, pressReleaseId: Number(pressReleaseId), kind: "lead", occurredAt };
const body = JSON.stringify(event); // made once: what is signed has to be what is sent, byte for byte
const { headers } = await signConversion({ apiKey, body });
const response = await fetch(`${baseUrl}/api/reporting/v1/conversions`, {
  method: "POST",
  headers: { "X-API-Key": apiKey, "Content-Type": "application/json", ...headers },
  body,
});
console.log(await response.text());
if (!response.ok) process.exitCode = 1;
