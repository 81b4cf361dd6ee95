import { measureSize, sizeLimits } from "../test/sdk/size.ts";
import type { Figure, Report } from "./figure.ts";

const receiverShareMax = 0.5;
const everythingKilobytesMax = 8;

/** P12: what an application bundles, minified and gzipped: the receiver's part against that of svix, and the whole SDK. */
export async function benchSdkSize(report: Report): Promise<Figure[]> {
  const all = (await measureSize("*")).gzipBytes;
  const { gzipBytesMax } = sizeLimits.everything;
  if (all > gzipBytesMax) throw new Error(`The SDK has ${all} bytes, more than ${gzipBytesMax}.`);
  const receiver = (await measureSize("{ verifyWebhook }")).gzipBytes;
  const svixReceiver = (await measureSize("{ Webhook }", "svix")).gzipBytes;
  report(`receiver ${receiver} / ${svixReceiver} bytes, everything ${all} bytes`);
  return [
    {
      id: "P12 receiver",
      what: "`verifyWebhook`, gzipped",
      reference: "`Webhook` of svix",
      target: { atMost: receiverShareMax },
      values: [receiver / svixReceiver],
      details: [`${receiver} / ${svixReceiver} bytes`],
    },
    {
      id: "P12",
      what: "SDK, everything, gzipped",
      reference: "",
      target: { atMost: everythingKilobytesMax },
      unit: "KB",
      values: [all / 1024],
      details: [`${all} bytes`],
    },
  ];
}
