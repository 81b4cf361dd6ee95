import { expect, test } from "bun:test";
import {
  connectionsMax,
  connectionsMin,
  shareConnections,
} from "../../../service/floor/db/share-connections.ts";

test("18 connections are shared as they always were", () => {
  expect(shareConnections()).toEqual({
    short: 10,
    longReads: 8,
    writes: 5,
    writesPerAgency: 3,
    conversionsWithMessages: 3,
    conversionsWithMessagesPerAgency: 2,
    conversionBatches: 4,
    searches: 2,
    dataExports: 3,
  });
});

test("of eight, each kind of work has one at least", () => {
  expect(shareConnections(connectionsMin)).toEqual({
    short: 5,
    longReads: 3,
    writes: 2,
    writesPerAgency: 1,
    conversionsWithMessages: 1,
    conversionsWithMessagesPerAgency: 1,
    conversionBatches: 2,
    searches: 1,
    dataExports: 1,
  });
});

test("with any number none is promised twice: writes and conversions leave two, and data exports one", () => {
  for (let connections = connectionsMin; connections <= connectionsMax; connections += 1) {
    const { short, longReads, writes, conversionsWithMessages, dataExports } = shareConnections(connections);
    expect(short + longReads).toBe(connections);
    expect(short - writes - conversionsWithMessages).toBeGreaterThanOrEqual(2);
    expect(longReads - dataExports).toBeGreaterThanOrEqual(1);
  }
});
