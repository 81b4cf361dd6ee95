import type { Sql } from "../../floor/db/open.ts";
import type { ConnectionShares } from "../../floor/db/share-connections.ts";
import type { PublicSeats } from "../../floor/limits/public-seats.ts";
import type { Mailer } from "../../floor/mail/mailer.ts";
import type { Log } from "../../log.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import type { AddressVerifier } from "../measurement/classify/address-verifier.ts";
import type { CrawlerRanges } from "../measurement/classify/crawler-ranges.ts";
import type { Recorder } from "../measurement/record.ts";
import type { Salts } from "../measurement/salts.ts";
import type { IsSignedIn } from "../people/known-session.ts";
import type { ReleaseCache } from "./release-cache.ts";

/** What the routes of a newsroom need. */
export type NewsroomDeps = {
  sql: Sql;
  connections: ConnectionShares;
  log: Log;
  recorder: Recorder;
  /** Views of the agencies' own people are no readers'. */
  isSignedIn: IsSignedIn;
  salts: Salts;
  crawlerRanges: CrawlerRanges;
  verifyAddress: AddressVerifier;
  /** Scheme and host that readers see, without a slash at the end. */
  publicUrl: string;
  releases: ReleaseCache;
  texts: TextReader;
  publicSeats: PublicSeats;
  /** Null where no mail can be sent. */
  mailer: Mailer | null;
};
