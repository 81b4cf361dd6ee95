import type { Tool } from "./tool.ts";
import { checkApprovalStatusTool, sendApprovalRequestTool } from "./tools/approvals.ts";
import { getClientPersonaTool, listClientsTool } from "./tools/clients.ts";
import { createDraftTool, generateSeoMetadataTool, listDraftsTool, updateDraftTool } from "./tools/drafts.ts";
import { getArticlePerformanceTool } from "./tools/performance.ts";
import { getAgencyCreditsTool, publishReleaseTool } from "./tools/publication.ts";
import {
  createPublicationReportTool,
  getPublicationReportTool,
  listPublicationReportsTool,
} from "./tools/reports.ts";

/** Every tool of the agent endpoint, in the order of a release's life. */
export const tools: readonly Tool[] = [
  listClientsTool,
  getClientPersonaTool,
  createDraftTool,
  updateDraftTool,
  listDraftsTool,
  generateSeoMetadataTool,
  sendApprovalRequestTool,
  checkApprovalStatusTool,
  getAgencyCreditsTool,
  publishReleaseTool,
  getArticlePerformanceTool,
  createPublicationReportTool,
  getPublicationReportTool,
  listPublicationReportsTool,
];
