import { benchArticleReport } from "./article-report.ts";
import { benchCitus } from "./citus.ts";
import { benchConversions } from "./conversions.ts";
import { benchDashboardPages } from "./dashboard-pages.ts";
import { benchEditor } from "./editor.ts";
import { benchEmbeddedConversions } from "./embedded-conversions.ts";
import type { Bench } from "./figure.ts";
import { benchInteractions } from "./interactions.ts";
import { benchLimits } from "./limits.ts";
import { benchMailing } from "./mailing.ts";
import { benchMonthReports } from "./month-reports.ts";
import { benchNewsroomFlood } from "./newsroom-flood.ts";
import { benchNewsroomPage } from "./newsroom-page.ts";
import { benchNewsroomSearch } from "./newsroom-search.ts";
import { benchPictureCopies } from "./picture-copies.ts";
import { benchPortfolioCsv } from "./portfolio-csv.ts";
import { benchProcesses } from "./processes.ts";
import { benchQueues } from "./queue-growth.ts";
import { benchReportPdf } from "./report-pdf.ts";
import { benchReportingData } from "./reporting-data.ts";
import { benchSdkSize } from "./sdk-size.ts";
import { benchSizes } from "./sizes.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";
import { benchWebhookBacklog, benchWebhooks } from "./webhooks.ts";

/** Every bench by its id, in the order of a full run. */
export const benches: Record<string, Bench> = {
  P1: benchConversions,
  P2: benchArticleReport,
  P3: benchNewsroomPage,
  P4: benchInteractions,
  P5: benchReportingData,
  P6: benchPortfolioCsv,
  P7: { measure: benchReportPdf },
  P8: { measure: benchWebhooks, growth: benchWebhookBacklog },
  P9: benchLimits,
  P11: { measure: benchStart },
  P12: { measure: benchSdkSize },
  P14: { measure: benchEmbeddedConversions },
  P15: { measure: benchDashboardPages },
  P16: benchNewsroomSearch,
  P17: { measure: benchPictureCopies },
  P19: { measure: benchEditor, isNamedOnly: true },
  P20: { measure: benchMonthReports },
  P21: { measure: benchMailing },
  CITUS: { measure: benchCitus, isNamedOnly: true },
  FLOOD: benchNewsroomFlood,
  PROCESSES: { measure: benchProcesses, isNamedOnly: true },
  QUEUE: benchQueues,
  SIZES: benchSizes,
  SOAK: benchSoak,
};
