import { methodologyVersion } from "../../measurement/vocabulary.ts";
import { examplePerformance, exampleRelease } from "../articles/examples.ts";
import { schemaVersion } from "../articles/schema.ts";
import type { PublicationReport } from "./schema.ts";

export const exampleReportId = "019aa0f4-6a10-7c3e-8d21-5b8f0c9e4a11";
/** Held by a test: it is what the content below really hashes to. */
export const exampleContentHash = "352b945839ec23c8a7bfd4021671d0efdc26ba39ed22b309796bb63a31b8fb51";

/** Signed by the first test key of RFC 8032 (section 7.1), which is nobody's secret. */
export const exampleChainHead = {
  number: 1,
  chainHash: "ed4c027f07bb83af65ccbbfad67a29e969ff92bef6dbb8d46b3a21ac8b120769",
  signature: "mWW2DBLmHL48ItI_O_0P-leWVZSRYErCfVqhY4Jcb5UuWOakjPFIuzxIimwUTe-v4KIxIh_hE000wHA0l1xjBg",
  keyId: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
};

/** A whole report, so that readers can try their own check of the hash on it. */
export const publicationReportExample: { report: PublicationReport } = {
  report: {
    id: exampleReportId,
    schemaVersion,
    methodologyVersion,
    createdAt: "2026-11-20T13:05:09.000Z",
    createdBy: "api_key:019a9f00-1c1d-7a2b-9f3e-0a1b2c3d4e5f",
    agency: { id: 7, name: "Nordlicht Kommunikation" },
    scope: { type: "article", id: "42", title: exampleRelease.title },
    release: exampleRelease,
    performance: examplePerformance,
    methodology: {
      level: "L1",
      rules: ["Ein Aufruf ist der Abruf einer Newsroom-Seite durch einen Menschen."],
      lists: [{ name: "isbot", version: "5.2.3" }],
      limits: ["Wer den Referrer unterdrückt, erscheint unter Direkt."],
    },
    integrity: {
      version: 2,
      algorithm: "sha256",
      contentHash: exampleContentHash,
      previousChainHash: null,
      ...exampleChainHead,
    },
  },
};
