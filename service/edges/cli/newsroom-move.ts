import type { Command } from "commander";
import { discardMove, stopMove } from "../../features/moving/moves.ts";
import type { CountedMove } from "../../features/moving/schema.ts";
import { listMoves } from "../../features/moving/sql.ts";
import { limitForPeople } from "../../floor/db/keyset-list.ts";
import { parseId, parseUuid } from "./arguments.ts";
import { type ClientChoice, findChosenClient } from "./find-client.ts";
import { paged, printList } from "./lists/add-list.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type ListOptions = { client: number; limit?: number; cursor?: string };

/** For what `newsroom import` began and did not end, such as one whose terminal was closed. */
export function addNewsroomMoveCommands(newsroom: Command): void {
  const move = newsroom.command("move").description("moves of old newsrooms that were begun");

  const list = move.command("list").description("list a newsroom's moves, the latest first");
  paged(list, { default: limitForPeople })
    .requiredOption("--client <id>", "whose newsroom", parseId)
    .action(async ({ client, ...page }: ListOptions, command: Command) => {
      const { moves, nextCursor } = await withDatabase(command, async ({ sql }) => {
        const { agencyId, clientId } = await findChosenClient(sql, { client });
        return await listMoves(sql, agencyId, { clientId, ...page });
      });
      printList(command, { plural: "moves", line: lineOf }, { rows: moves, nextCursor });
    });

  addEnding(move, "stop", {
    description: "stop a move behind the text that is being moved in; the same import again brings the rest",
    verb: stopMove,
    done: "stopped",
  });
  addEnding(move, "discard", {
    description: "give a move up that is not moving texts in; what it has moved in stays",
    verb: discardMove,
    done: "discarded",
  });
}

function addEnding(
  move: Command,
  name: string,
  { description, verb, done }: { description: string; verb: typeof stopMove; done: string },
): void {
  move
    .command(name)
    .description(description)
    .argument("<move>", "its id", parseUuid)
    .requiredOption("--client <id>", "whose newsroom", parseId)
    .action(async (id: string, options: ClientChoice, command: Command) => {
      await withDatabase(command, async ({ sql }) => {
        const { agencyId } = await findChosenClient(sql, options);
        await verb(sql, agencyId, id, { actor: operator });
      });
      print(command, { id, [done]: true }, [`Move ${id} is ${done}.`]);
    });
}

function lineOf({ id, state, fault, fileName, feedUrl, taken, ready, left }: CountedMove): string {
  const why = fault === null ? state : `${state} (${fault})`;
  return `${id}  ${why}  ${taken} moved in, ${ready} to come, ${left} stay behind  ${feedUrl ?? fileName}`;
}
