import { Elysia } from "elysia";
import type { OpenedWriter } from "../../features/writer/open-writer.ts";
import type { AskTask } from "../../floor/concurrency/thread-tasks.ts";
import { crisisStatementRoutes } from "./crisis-pr/routes.ts";
import { createDefineTool, type ToolEdgeDeps } from "./define-tool.ts";
import { headlineRoutes } from "./headline-generator/routes.ts";
import type { PublicTasks } from "./public-tasks.ts";
import { seoCheckRoutes } from "./seo-checker/routes.ts";

/** The three public tools, which take no key. */
export function toolRoutes(deps: ToolEdgeDeps & { writer: OpenedWriter; publicWork: AskTask<PublicTasks> }) {
  const define = createDefineTool(deps);
  return new Elysia()
    .use(crisisStatementRoutes(define, deps.writer))
    .use(headlineRoutes(define, deps.writer))
    .use(seoCheckRoutes(define, deps.publicWork));
}
