import type { DemoStep } from "./demo.ts";
import { deliverWebhook } from "./steps/deliver-webhook.ts";
import { exportReport } from "./steps/export-report.ts";
import { leaveWork } from "./steps/leave-work.ts";
import { recordConversion } from "./steps/record-conversion.ts";
import { seedHistory } from "./steps/seed-history.ts";
import { sendMailing } from "./steps/send-mailing.ts";
import { sendRequests } from "./steps/send-requests.ts";
import { setGoal } from "./steps/set-goal.ts";
import { showArticleReport } from "./steps/show-article-report.ts";

/** What the demo does once its agency exists, in this order. */
export const demoSteps: readonly DemoStep[] = [
  seedHistory,
  sendRequests,
  sendMailing,
  showArticleReport,
  recordConversion,
  exportReport,
  setGoal,
  deliverWebhook,
  leaveWork,
];
