import { createMoveReader } from "../../../../service/features/moving/reading/move-reader.ts";
import { workOnNextMove } from "../../../../service/features/moving/work-on-move.ts";
import { threadUrl } from "../../../../service/floor/concurrency/thread-url.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { createAddressRanges } from "../../../../service/floor/http/address-ranges.ts";
import { registerFormats } from "../../../../service/schema.ts";
import { openTestMedia } from "../../media/support/media.ts";

/** A process that works on an agency's moves until there is none, and is killed before that. The old host is this machine. */
registerFormats();
const [databaseUrl = "", agencyId = ""] = process.argv.slice(2);
const { sql } = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 4 });
const moves = createMoveReader(threadUrl("features/moving/reading/move-worker"));
const allowCidrs = createAddressRanges(["127.0.0.0/8"]);
const targetRules = { allowCidrs, resolve: async () => [{ address: "127.0.0.1" }] };
const deps = { ...openTestMedia(sql), moves, targetRules };
while (await workOnNextMove(deps, Number(agencyId)));
process.exit(0);
