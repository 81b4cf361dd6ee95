/** Connections to PostgreSQL that a process holds at most unless it is told otherwise, those to a read replica not counted. */
export const connectionsDefault = 18;
/** Three for long reads and five for all else are the fewest with which calls, loops and long reads go on side by side. */
export const connectionsMin = 8;
/** All processes together get a few hundred from one PostgreSQL. */
export const connectionsMax = 200;

export type ConnectionShares = ReturnType<typeof shareConnections>;

/**
 * How a process shares its connections among kinds of work, so that none of them takes all. Each comment begins with the share of 18
 * connections and that of 8.
 */
export function shareConnections(connections: number = connectionsDefault) {
  /** 8, 3: long reads have connections of their own, so that short statements never wait behind them. */
  const longReads = Math.floor((connections * 4) / 9);
  /** 10, 5: for short statements. With writes and conversions two are left, however many agencies write. */
  const short = connections - longReads;
  /** 5, 2: calls that hold a connection for a transaction of several round trips. */
  const writes = Math.floor(short / 2);
  /** 3, 1: conversions that a webhook listens to, each a transaction of its own. */
  const conversionsWithMessages = Math.floor((short * 3) / 10);
  return {
    short,
    longReads,
    writes,
    /** 3, 1: one agency's orders took every connection; three keep a database busy. */
    writesPerAgency: Math.ceil(writes / 2),
    conversionsWithMessages,
    /** 2, 1: those of one agency. */
    conversionsWithMessagesPerAgency: Math.ceil((conversionsWithMessages * 2) / 3),
    /** 4, 2: batches of joined conversions, and the parts of one, side by side. One as a rule. */
    conversionBatches: Math.floor((short * 4) / 10),
    /** 2, 1: searches of readers in newsrooms. */
    searches: Math.floor(short / 5),
    /** 3, 1: each holds a connection for long reads as long as the database needs, never as long as a client reads. */
    dataExports: Math.floor((longReads * 3) / 8),
  };
}
