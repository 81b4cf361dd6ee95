import { type Command, InvalidArgumentError } from "commander";
import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { addClipping } from "../../features/insights/clippings/add-clipping.ts";
import {
  confirmClipping,
  judgeClipping,
  rejectClipping,
  removeClipping,
  updateClipping,
} from "../../features/insights/clippings/change-clipping.ts";
import { type ListedClipping, listClippings } from "../../features/insights/clippings/list-clippings-sql.ts";
import type { ClippingFields, ClippingState, Tone } from "../../features/insights/clippings/schema.ts";
import { findClipping } from "../../features/insights/clippings/sql.ts";
import { clippingStates, mediaTypes, tones } from "../../features/insights/schema.ts";
import { limitForPeople } from "../../floor/db/keyset-list.ts";
import { matchTypes } from "../../schema.ts";
import { parseId, parseName, parseOneOf, parseUuid } from "./arguments.ts";
import { paged, printList } from "./lists/add-list.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type Typed = Partial<Omit<ClippingFields, "clientId" | "releaseId" | "publishedOn">>;
type FieldOptions = Typed & { release?: number; published?: string };
type ChangeOptions = Omit<FieldOptions, "release"> & {
  client?: number;
  /** False: about none any more. */
  release?: number | false;
  tone?: Tone;
  keyMessage?: string[];
};
type Added = FieldOptions &
  Pick<ClippingFields, "medium" | "headline"> & { client: number; published: string };
type Filter = {
  agency: number;
  client?: number;
  origin: "imported" | "observed";
  state?: ClippingState;
  cursor?: string;
  limit?: number;
};

const notGiven = { url: "", mediaType: "online", matchType: "mention" } as const;
const empty = { author: null, place: null, language: null, note: null, reach: null, reachSource: null };

export function addClippingCommands(program: Command): void {
  const group = program.command("clipping").description("what media wrote about a client");
  withFields(group.command("add"), true)
    .description("enter a clipping; the same article of a client is taken once")
    .requiredOption("--client <id>", "whose clipping", parseId)
    .action(async ({ client, release, published, ...typed }: Added, command: Command) => {
      const fields = { ...empty, ...notGiven, ...typed, clientId: client, releaseId: release ?? null };
      const added = await withDatabase(command, async ({ sql }) =>
        addClipping(sql, await findAgencyOf(sql, "client", client), {
          fields: { ...fields, publishedOn: published },
          actor: operator,
        }),
      );
      print(command, added, [
        added.outcome === "added"
          ? `Clipping ${added.id} is entered.`
          : `Clipping ${added.id} is it already.`,
      ]);
    });

  addListCommand(group);
  addUpdateCommand(group);
  addActs(group);
}

function addListCommand(group: Command): void {
  const list = group.command("list").description("clippings of one origin, the newest first");
  paged(list, { default: limitForPeople })
    .requiredOption("--agency <id>", "whose clippings", parseId)
    .option("--client <id>", "of this client", parseId)
    .option(
      "--origin <origin>",
      "imported (what people enter too) or observed (by feeds)",
      parseOneOf(["imported", "observed"] as const),
      "imported",
    )
    .option("--state <state>", clippingStates.join(", "), parseOneOf(clippingStates))
    .action(async ({ agency, client, ...filter }: Filter, command: Command) => {
      const { clippings, nextCursor } = await withDatabase(command, ({ sql }) =>
        listClippings(sql, agency, { ...filter, clientId: client ?? null, clientIds: null }),
      );
      printList(command, { plural: "clippings", line: lineOf }, { rows: clippings, nextCursor });
    });
}

function addUpdateCommand(group: Command): void {
  withFields(group.command("update"), false)
    .description("correct a clipping, move it to another client or release, or note how the agency judges it")
    .argument("<id>", "the clipping's id", parseUuid)
    .option("--client <id>", "whose clipping it is from now on; it leaves its release", parseId)
    .option("--no-release", "about no release any more")
    .option("--key-message <text...>", "the client's key messages in it, all of them; '' for none")
    .option("--tone <tone>", `${tones.join(", ")}, as the agency judges it`, parseOneOf(tones))
    .action(
      async (
        id: string,
        { client, release, published, tone, keyMessage, ...typed }: ChangeOptions,
        command: Command,
      ) => {
        const changes = {
          ...typed,
          ...(client === undefined ? {} : { clientId: client }),
          ...(release === undefined ? {} : { releaseId: release === false ? null : release }),
          ...(published === undefined ? {} : { publishedOn: published }),
        };
        await withDatabase(command, async ({ sql }) => {
          const agencyId = await findAgencyOf(sql, "clipping", id);
          await updateClipping(sql, agencyId, { id, changes, actor: operator });
          if (tone === undefined && keyMessage === undefined) return;
          const known = await findClipping(sql, agencyId, { id });
          const judged = {
            tone: tone ?? known?.tone ?? null,
            keyMessages: keyMessage?.filter((text) => text !== "") ?? known?.keyMessages ?? [],
          };
          await judgeClipping(sql, agencyId, { id, ...judged, actor: operator });
        });
        print(command, { clippingId: id }, [`Clipping ${id} is changed.`]);
      },
    );
}

function addActs(group: Command): void {
  const acts = [
    ["confirm", "confirm what was found", confirmClipping, "is confirmed"],
    [
      "reject",
      "reject a clipping: it counts nowhere, and no feed brings it again",
      rejectClipping,
      "is rejected",
    ],
    ["restore", "bring a rejected clipping back", confirmClipping, "is back"],
    ["remove", "delete a clipping that a person entered", removeClipping, "is deleted"],
  ] as const;
  for (const [name, description, verb, said] of acts)
    group
      .command(name)
      .description(description)
      .argument("<id>", "the clipping's id", parseUuid)
      .action(async (id: string, _options: unknown, command: Command) => {
        await withDatabase(command, async ({ sql }) =>
          verb(sql, await findAgencyOf(sql, "clipping", id), { id, actor: operator }),
        );
        print(command, { clippingId: id }, [`Clipping ${id} ${said}.`]);
      });
}

function withFields(command: Command, isNew: boolean): Command {
  const needed = (flags: string, text: string, parse?: (typed: string) => string) => {
    const read = parse ?? ((typed: string) => typed);
    return isNew ? command.requiredOption(flags, text, read) : command.option(flags, text, read);
  };
  needed("--medium <name>", "the medium", parseName);
  needed("--headline <text>", "the headline");
  needed("--published <day>", "the day, such as 2026-11-20");
  return command
    .option("--release <id>", "the release that it is about", parseId)
    .option("--url <address>", "address of the article; print and broadcast may have none")
    .option(
      "--media-type <type>",
      `${mediaTypes.join(", ")}; online where nothing is said`,
      parseOneOf(mediaTypes),
    )
    .option(
      "--match-type <type>",
      `${matchTypes.join(", ")}; mention where nothing is said`,
      parseOneOf(matchTypes),
    )
    .option("--author <name>", "who wrote it")
    .option("--place <text>", "page of a newspaper or time of a broadcast")
    .option("--language <tag>", "its language")
    .option("--note <text>", "for the agency alone")
    .option("--reach <count>", "contacts, as a source estimates them", parseReach)
    .option("--reach-source <name>", "that source");
}

/** Of any size that the dashboard takes: a medium has millions of readers. */
function parseReach(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidArgumentError("Expected a whole number of at most 15 digits.");
  return Number(text);
}

function lineOf({ id, day, medium, headline, state, clientName }: ListedClipping): string {
  return [id, day, state.padEnd(9), medium, headline, clientName].join("  ");
}
