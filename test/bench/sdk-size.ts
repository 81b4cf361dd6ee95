import { measureSize, sizeLimits } from "../sdk/size.ts";
import type { Figure, Report } from "./figure.ts";

/**
 * P12: what an application bundles, minified and gzipped: the whole SDK against what svix's package has for webhooks, and like
 * with like, the receiver's part against that and everything against everything.
 */
export async function benchSdkSize(report: Report): Promise<Figure[]> {
  const all = (await measureSize("*")).gzipBytes;
  const { gzipBytesMax } = sizeLimits.everything;
  if (all > gzipBytesMax) throw new Error(`The SDK has ${all} bytes, more than ${gzipBytesMax}.`);
  const receiver = (await measureSize("{ verifyWebhook }")).gzipBytes;
  const svixReceiver = (await measureSize("{ Webhook }", "svix")).gzipBytes;
  const svixAll = (await measureSize("*", "svix")).gzipBytes;
  return [
    figure("P12", "SDK, everything, gzipped", "`Webhook` of svix", all, svixReceiver),
    figure("P12 receiver", "`verifyWebhook`, gzipped", "`Webhook` of svix", receiver, svixReceiver),
    figure("P12 all", "SDK, everything, gzipped", "svix, everything", all, svixAll),
  ];

  function figure(id: string, what: string, reference: string, own: number, other: number): Figure {
    const line = `${own} / ${other} bytes`;
    report(`${what}: ${line}`);
    return { id, what, reference, target: { atMost: 1 }, values: [own / other], details: [line] };
  }
}
