import type { Command } from "commander";
import { addAgencyCommands } from "./agency.ts";
import { addApprovalCommands } from "./approval.ts";
import { addAssetCommands } from "./asset.ts";
import { addBackupCommands } from "./backup/commands.ts";
import { addCampaignCommands } from "./campaign.ts";
import { addClientCommands } from "./client.ts";
import { addCreditsCommands } from "./credits.ts";
import { addDemoCommand } from "./demo/command.ts";
import { addDoctorCommand } from "./doctor/command.ts";
import { addHealthcheckCommand } from "./healthcheck.ts";
import { addImportCommands } from "./import.ts";
import { addKeyCommands } from "./key.ts";
import { addMigrateCommand } from "./migrate.ts";
import { addPortfolioCommands } from "./portfolio.ts";
import { addProviderCommands } from "./provider.ts";
import { addReleaseCommands } from "./release.ts";
import { addScheduleCommands } from "./schedule.ts";
import { addTransferCommand } from "./transfer/command.ts";

/** Every command but `serve`, in the order in which `--help` lists them. */
export function addOperatorCommands(program: Command): void {
  addAgencyCommands(program);
  addApprovalCommands(program);
  addAssetCommands(program);
  addBackupCommands(program);
  addCampaignCommands(program);
  addClientCommands(program);
  addCreditsCommands(program);
  addDemoCommand(program);
  addDoctorCommand(program);
  addHealthcheckCommand(program);
  addImportCommands(program);
  addKeyCommands(program);
  addMigrateCommand(program);
  addPortfolioCommands(program);
  addProviderCommands(program);
  addReleaseCommands(program);
  addScheduleCommands(program);
  addTransferCommand(program);
}
