/**
 * What the service answers and sends, made of its OpenAPI document by `bun run openapi`: nothing here is written by hand.
 */
/** A sample with its Wilson interval, never a rank. */
export type AiVisibility = {
  engine: string;
  model: string;
  prompt: string;
  runs: number;
  mentioned: number;
  cited: number;
  rate: {
    value: number;
    interval: Interval;
  };
  citedUrls: string[];
  provenance: Provenance;
};
export type AiVisibilitySummary = {
  engines: {
    engine: string;
    samples: number;
    runs: number;
    mentioned: number;
    cited: number;
    rate: {
      value: number;
      interval: Interval;
    } | null;
  }[];
};
export type ApprovalChangesRequestedEvent = {
  type: "approval.changes_requested";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    approvalId: string;
    draftId: string;
    draftVersion: number;
    /** Id of the agency's client. */
    clientId: number;
    /** RFC 3339 date-time in UTC. */
    decidedAt: string;
    /** Name of the contact who decided. */
    decidedBy: string;
    comment: string | null;
    /** Comments on words of the text; absent where there are none. */
    comments?: {
      quote: string | null;
      comment: string;
    }[];
    /** Where several people approve. The event is sent once, after the last of them. */
    approvers?: {
      name: string;
      status: string;
      decidedAt: string | null;
    }[];
    /** Given by telephone or on paper, and recorded by the agency. */
    kind?: "recorded";
    agencyId: number;
  };
};
export type ApprovalGrantedEvent = {
  type: "approval.granted";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    approvalId: string;
    draftId: string;
    draftVersion: number;
    /** Id of the agency's client. */
    clientId: number;
    /** RFC 3339 date-time in UTC. */
    decidedAt: string;
    /** Name of the contact who decided. */
    decidedBy: string;
    comment: string | null;
    /** Comments on words of the text; absent where there are none. */
    comments?: {
      quote: string | null;
      comment: string;
    }[];
    /** Where several people approve. The event is sent once, after the last of them. */
    approvers?: {
      name: string;
      status: string;
      decidedAt: string | null;
    }[];
    /** Given by telephone or on paper, and recorded by the agency. */
    kind?: "recorded";
    agencyId: number;
  };
};
export type ApprovalRequestedEvent = {
  type: "approval.requested";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    approvalId: string;
    draftId: string;
    draftVersion: number;
    /** Id of the agency's client. */
    clientId: number;
    contactName: string;
    /** RFC 3339 date-time in UTC. */
    expiresAt: string;
    /** Names, where several people approve. */
    approvers?: string[];
    agencyId: number;
  };
};
export type ArticleReport = {
  schemaVersion: "publication-report-v1";
  methodologyVersion: "first-party-v2";
  release: ReportedRelease;
  performance: Performance;
  externalInsights?: ExternalInsights;
};
/** End of the chain of reports: whoever keeps it sees when later reports are missing. */
export type ChainHead = {
  number: number;
  chainHash: string;
  signature: string;
  keyId: string;
};
export type ConversionDuplicate = {
  id: string | null;
  duplicate: true;
};
export type ConversionEvent = {
  /** Your own id of the event; makes the call idempotent. */
  eventId: string;
  pressReleaseId: number;
  /** What happened, in your words: `lead`, `demo_booked`, … */
  kind: string;
  /** Taken to 15 significant digits, kept and summed as a decimal. */
  value?: number;
  /** Three characters, for instance `EUR`. */
  currency?: string;
  /** Stored only as a keyed hash, never in clear text. */
  externalReference?: string;
  /** In UTC with the suffix `Z`, at most 30 days away from the server's time. */
  occurredAt: string;
};
export type ConversionRecorded = {
  id: string | null;
  duplicate: false;
};
export type ConversionRecordedEvent = {
  type: "conversion.recorded";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    id: string;
    eventId: string;
    /** Press release id. */
    pressReleaseId: number;
    kind: string;
    value: string | null;
    currency: string | null;
    /** RFC 3339 date-time in UTC. */
    occurredAt: string;
    agencyId: number;
  };
};
export type ConversionSummary = {
  kind: string;
  count: number;
  value: {
    /** Exact decimal. */
    amount: string;
    currency: string;
  }[];
  provenance: Provenance;
};
export type CreatedWebhook = {
  id: string;
  /** A public HTTPS address. */
  endpointUrl: string;
  events: ("release.published" | "release.archived" | "approval.requested" | "approval.granted" | "approval.changes_requested" | "report.created" | "export.completed" | "export.failed" | "conversion.recorded" | "mention.found")[];
  /** Shown here once and never again. Without its first four characters it is a Standard Webhooks secret. */
  signingSecret: string;
};
export type CrisisStatement = {
  /** German draft with line ends. What only the sender can know is marked `[…]`. */
  statement: string;
};
export type CrisisStatementRequest = {
  /** What happened, in German. 10 to 20000 characters (code points) after trimming. */
  problem: string;
};
export type DeletedReportingData = {
  /** Deleted records by area, under the names of the export. */
  deleted: {
    [key: string]: number;
  };
};
export type ExportCompletedEvent = {
  type: "export.completed";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    jobId: string;
    reportId: string;
    format: "pdf" | "csv" | "json";
    scopeType: "article" | "campaign" | "portfolio";
    /** Press release id, or the UUID of the campaign or portfolio. */
    scopeId: string;
    statusUrl: string;
    downloadUrl: string;
    /** RFC 3339 date-time in UTC. */
    expiresAt: string;
    agencyId: number;
  };
};
export type ExportExisting = {
  id: string;
  status: "existing";
  /** Where to ask for the job. */
  statusUrl: string;
};
export type ExportFailedEvent = {
  type: "export.failed";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    jobId: string;
    format: "pdf" | "csv" | "json";
    scopeType: "article" | "campaign" | "portfolio";
    /** Press release id, or the UUID of the campaign or portfolio. */
    scopeId: string;
    /** Stable code, as `error` of the export job. */
    error: string;
    agencyId: number;
  };
};
export type ExportJob = {
  id: string;
  format: "pdf" | "csv" | "json";
  scopeType: "article" | "campaign" | "portfolio";
  scopeId: string;
  status: "queued" | "processing" | "completed" | "failed";
  reportId: string | null;
  error: string | null;
  expiresAt: string | null;
  /** RFC 3339 date-time in UTC. */
  createdAt: string;
  completedAt: string | null;
};
export type ExportQueued = {
  id: string;
  status: "queued";
  /** Where to ask for the job. */
  statusUrl: string;
};
export type ExportRequest = {
  /** A frozen report of the agency: the file is made of it, so that several formats show the same figures. Scope and days may then be left out, or have to be the report's. */
  reportId?: string;
  scopeType?: "article" | "campaign" | "portfolio";
  /** For `article` a press release id from 1 to 2147483647, as a number or in digits; else the UUID of the campaign or portfolio. Required without `reportId`, as is `scopeType`. */
  scopeId?: number | string;
  /** Calendar days that the report covers, today included; 30 when left out. */
  days?: number;
  format: "pdf" | "csv" | "json";
};
export type ExportState = {
  job: ExportJob;
  downloadUrl: string | null;
};
/** Observed, imported and estimated values, each with its provenance; never mixed with `performance`. */
export type ExternalInsights = {
  mediaMentions?: {
    /** Without rejected ones. */
    count: number;
    distinctMedia: number;
    confirmed?: number;
    /** Those of `count` that nobody has looked at yet. */
    found?: number;
    /** By media type. */
    byMediaType?: {
      name: "online" | "social" | "print" | "radio" | "television" | "podcast";
      count: number;
    }[];
    /** By match type. */
    byMatchType?: {
      name: "full_text" | "excerpt" | "mention" | "link" | "none";
      count: number;
    }[];
    /** The same of each origin by itself, with the days on which they appeared. */
    byOrigin?: {
      origin: "observed" | "imported" | "estimated";
      count: number;
      /** By media type. */
      byMediaType?: {
        name: "online" | "social" | "print" | "radio" | "television" | "podcast";
        count: number;
      }[];
      /** By match type. */
      byMatchType?: {
        name: "full_text" | "excerpt" | "mention" | "link" | "none";
        count: number;
      }[];
      byDay?: {
        /** Calendar day, `YYYY-MM-DD`. */
        day: string;
        count: number;
      }[];
    }[];
    /** Those that took over most of a release; `observed`, by comparison of both texts. */
    mostTaken?: {
      id: string;
      medium: string;
      headline: string;
      url: string;
      /** RFC 3339 date-time in UTC. */
      publishedAt: string;
      /** Calendar day, `YYYY-MM-DD`. */
      publishedOn?: string;
      takenShare: number;
      longestRunWords: number;
    }[];
    /** By tone, as the agency judged it. */
    byTone?: {
      name: "negative" | "neutral" | "positive" | "mixed" | "not_judged";
      count: number;
    }[];
    /** By key message of the client; one clipping may have several. */
    byKeyMessage?: {
      name: string;
      count: number;
    }[];
    items: MediaMention[];
    /** How many of them each release has. Left out of what is about one article; reports of before 0.3.0 lack it where they have one release alone, too. */
    byRelease?: {
      releaseId: number;
      count: number;
    }[];
  };
  searchVisibility?: {
    queries: SearchQueryVisibility[];
  };
  aiVisibility?: AiVisibility[];
  conversions?: ConversionSummary[];
};
export type Headlines = {
  /** Up to five different German headlines of fewer than 80 characters, the news first. */
  headlines: string[];
};
export type HeadlinesRequest = {
  /** The topic in German. 1 to 500 characters (code points) after trimming. */
  topic: string;
};
/** A 95 per cent confidence interval. */
export type Interval = {
  low: number;
  high: number;
  level: 0.95;
};
export type MediaMention = {
  id: string;
  medium: string;
  mediaType: "online" | "social" | "print" | "radio" | "television" | "podcast";
  headline: string;
  /** Empty where there is none. */
  url: string;
  /** RFC 3339 date-time in UTC. */
  publishedAt: string;
  /** Calendar day, `YYYY-MM-DD`. */
  publishedOn?: string;
  matchType: "full_text" | "excerpt" | "mention" | "link" | "none";
  /** Who said so, where it was neither the feed nor the file. */
  matchTypeBy?: "person" | "comparison";
  /** Client of the agency. */
  clientId?: number;
  /** Absent where it is about no release. */
  pressReleaseId?: number;
  author?: string;
  /** Page of a newspaper or time of a broadcast. */
  place?: string;
  language?: string;
  /** Whether the agency has looked at what was found. Rejected ones are left out. */
  state?: "found" | "confirmed";
  /** As the agency judged it; absent where it has not. */
  tone?: "negative" | "neutral" | "positive" | "mixed";
  /** Key messages of the client that the agency found in it. */
  keyMessages?: string[];
  /** Always `estimated`. */
  reach?: {
    value: number;
    unit: string;
    provenance: Provenance;
  };
  evidence?: MentionEvidence;
  provenance: Provenance;
};
/**
 * How much of the release stands in the article, counted by words. `takenShare` is of the release's words, `verbatimShare` of
 *     the article's; both count runs of at least five words. `changedAt`: a later look saw another text. `goneSince`: the page is gone.
 */
export type MentionEvidence = {
  matchType: "full_text" | "excerpt" | "link" | "mention" | "none";
  takenShare: number;
  verbatimShare: number;
  longestRunWords: number;
  articleWords: number;
  releaseWords: number;
  /** Which quotations of the release, counted from 1, the article has. */
  quotations: {
    number: number;
    taken: "whole" | "part";
  }[];
  releaseQuotations: number;
  link: {
    target: "release" | "newsroom";
    rel: string | null;
  } | null;
  articleSha256: string;
  releaseSha256: string;
  algorithm: number;
  /** RFC 3339 date-time in UTC. */
  changedAt?: string;
  /** RFC 3339 date-time in UTC. */
  goneSince?: string;
  provenance: Provenance;
};
export type MentionFoundEvent = {
  type: "mention.found";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    id: string;
    /** Id of the agency's client. */
    clientId: number;
    pressReleaseId: number | null;
    medium: string;
    url: string;
    matchType: "full_text" | "excerpt" | "mention" | "link" | "none";
    agencyId: number;
  };
};
/** Only what the service measured itself on the newsroom pages it serves. */
export type Performance = {
  origin: "measured";
  window: ReportWindow;
  /** What the newsroom measured: L0 page requests, L1 also clicks, L2 also engagement; the lowest of several. */
  level: "L0" | "L1" | "L2";
  /** All levels that hits of the window were measured at, lowest first. */
  levels?: ("L0" | "L1" | "L2")[];
  /** Page views by humans. */
  views: number;
  uniqueVisitors: {
    value: number;
    basis: "sum-of-daily-uniques";
  };
  /** By humans, for each release; 30 minutes without activity or midnight end one. */
  visits: number;
  /** All classes, those without requests too; the shares sum to 1. */
  trafficClasses: {
    class: "human" | "search_engine" | "ai_crawler" | "ai_assistant_fetch" | "link_preview" | "feed_reader" | "monitoring" | "other_bot" | "suspected_bot" | "internal" | "unknown";
    requests: number;
    visitors: number | null;
    share: number;
  }[];
  aiOperators: {
    operator: string;
    crawls: number;
    assistantFetches: number;
    referredVisits: number;
  }[];
  engagement: {
    averageEngagedSeconds: number | null;
    scroll: {
      p25: number;
      p50: number;
      p75: number;
      p100: number;
    } | null;
    /** Share of human views that sent a beacon. */
    coverage: number;
  };
  interactions: {
    kind: "outbound_link" | "asset_download" | "pdf_download" | "image_view" | "media_play" | "contact_click" | "share" | "copy_link" | "copy_text" | "subscribe";
    count: number;
    uniqueVisitors: number;
    /** Further ones that are in no other figure: one visitor's uses of a target beyond 10 a day, and what one page view brought beyond 50. */
    repeated?: number;
    targets: {
      label: string;
      url: string | null;
      count: number;
    }[];
  }[] | null;
  /** The 100 with most views; the rest is summed as `other`. */
  referrers: {
    source: string;
    domain: string | null;
    channel: "paid" | "ai_assistant" | "search" | "social" | "video" | "wire" | "media" | "newsletter" | "email" | "referral" | "direct" | "other";
    views: number;
    visitors: number;
  }[];
  channels: {
    channel: "paid" | "ai_assistant" | "search" | "social" | "video" | "wire" | "media" | "newsletter" | "email" | "referral" | "direct" | "other";
    views: number;
    visitors: number;
  }[];
  campaigns: {
    source: string;
    medium: string;
    campaign: string;
    views: number;
    /** In reports: the subject of the press mailing whose links these are. */
    mailing?: string;
  }[];
  devices: {
    type: "desktop" | "mobile" | "tablet" | "other";
    views: number;
  }[];
  /** One entry a day of the window, days without requests too. */
  series: {
    /** Calendar day, `YYYY-MM-DD`. */
    day: string;
    views: number;
    uniqueVisitors: number;
    visits: number;
    interactions: number | null;
    bots: number;
  }[];
  /** Only where there were some: page views, clicks and beacons, of people and machines, that were answered and could not be stored. They are in no other figure. */
  lostHits?: {
    /** Calendar day, `YYYY-MM-DD`. */
    day: string;
    hits: number;
  }[];
  comparison: {
    basis: "previous-equal-period";
    views: {
      value: number;
      changePercent: number | null;
    };
  };
};
/** Where a value that the service did not measure itself comes from. */
export type Provenance = {
  origin: "observed" | "imported" | "estimated";
  source: string;
  sourceUrl?: string;
  method: string;
  /** RFC 3339 date-time in UTC. */
  observedAt: string;
  importId?: string;
  confidence: "high" | "medium" | "low";
  interval?: Interval;
  sampleSize?: number;
};
/** A frozen report. */
export type PublicationReport = {
  id: string;
  schemaVersion: "publication-report-v1";
  methodologyVersion: "first-party-v2";
  /** RFC 3339 date-time in UTC. */
  createdAt: string;
  createdBy: string;
  agency: {
    id: number;
    name: string;
  };
  scope: {
    type: "article" | "campaign" | "portfolio";
    id: string;
    title: string;
    /** The client whose releases these all are; of a portfolio that the service keeps for it. */
    clientId?: number;
  };
  release?: ReportedRelease;
  releases?: ReleaseFigures[];
  performance: Performance;
  comparison?: ReportComparison;
  externalInsights?: ExternalInsights;
  /** What had happened on these days. */
  marks?: ReportMark[];
  goals?: ReportGoals;
  mailings?: ReportMailings;
  comment?: string;
  presentation?: ReportPresentation;
  methodology: {
    level: "L0" | "L1" | "L2";
    rules: string[];
    lists: {
      name: string;
      version: string;
    }[];
    limits: string[];
  };
  integrity: ReportIntegrity | ReportIntegrityV1;
};
export type ReleaseArchivedEvent = {
  type: "release.archived";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    /** Press release id. */
    pressReleaseId: number;
    /** Id of the agency's client. */
    clientId: number;
    /** RFC 3339 date-time in UTC. */
    archivedAt: string;
    agencyId: number;
  };
};
/** One line of a campaign or portfolio report. */
export type ReleaseFigures = {
  release: ReportedRelease;
  views: number;
  uniqueVisitors: number;
  visits: number;
  interactions: number | null;
  levels?: ("L0" | "L1" | "L2")[];
};
export type ReleasePublishedEvent = {
  type: "release.published";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    /** Press release id. */
    pressReleaseId: number;
    /** Id of the agency's client. */
    clientId: number;
    title: string;
    url: string;
    /** RFC 3339 date-time in UTC. */
    publishedAt: string;
    agencyId: number;
  };
};
/** What the figures are compared with; reports without a choice have none. */
export type ReportComparison = {
  /** `previous_period`: a month with the month before, a quarter with the quarter before, other days with as many before. `previous_year`: the same period of the year before. */
  kind: "previous_period" | "previous_year";
  /** Calendar day, `YYYY-MM-DD`. */
  from: string;
  /** Calendar day, `YYYY-MM-DD`. */
  to: string;
  /** As the totals of `performance`, of the days compared with. */
  totals: {
    views: number;
    uniqueVisitors: {
      value: number;
      basis: "sum-of-daily-uniques";
    };
    visits: number;
    interactions: number | null;
    /** Fetches by AI assistants, of all operators together. */
    assistantFetches: number;
    /** As `externalInsights.mediaMentions.count`. */
    mediaMentions: number;
  };
  /** Days compared with that lie before the first release was published: nothing was measured on them. */
  daysWithoutMeasurement: number;
  /** Only where the report has not as many days as what it is compared with. */
  unequalDays?: {
    reported: number;
    compared: number;
  };
};
export type ReportCreatedEvent = {
  type: "report.created";
  /** RFC 3339 date-time in UTC. */
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: {
    reportId: string;
    scopeType: "article" | "campaign" | "portfolio";
    /** Press release id, or the UUID of the campaign or portfolio. */
    scopeId: string;
    contentHash: string;
    /** RFC 3339 date-time in UTC. */
    createdAt: string;
    chainHead: ChainHead;
    agencyId: number;
  };
};
/** Goals and their results; only where one was fixed for the scope and these days. */
export type ReportGoals = {
  items: ReportedGoal[];
  leftOut?: number;
  /** The stages of AMEC's Integrated Evaluation Framework, with what the report measured in each. */
  stages: {
    stage: "inputs" | "activities" | "outputs" | "outtakes" | "outcomes" | "impact";
    figures: ("goals" | "releases" | "clippings" | "key_messages" | "ai_answers" | "views" | "visitors" | "interactions" | "conversions")[];
  }[];
};
/** Of every report since version 2: hashed, placed in the agency's chain, and signed. */
export type ReportIntegrity = {
  version: 2;
  algorithm: "sha256";
  contentHash: string;
  /** Position in the agency's chain, without gaps. */
  number: number;
  previousChainHash: string | null;
  chainHash: string;
  signature: string;
  keyId: string;
};
/** Of reports from before version 2. */
export type ReportIntegrityV1 = {
  algorithm: "sha256";
  contentHash: string;
  previousHash: string | null;
};
/** Press mailings about the releases; left out where there were none. */
export type ReportMailings = {
  /** Media that got one of these mailings, and those of them that have reported; no cause. */
  media: {
    origin: "observed";
    addressed: number;
    reported: number;
  };
  /** The 100 newest that began in the window. */
  items: {
    subject: string;
    /** As in `performance.campaigns`. */
    campaign: string;
    /** RFC 3339 date-time in UTC. */
    sentAt: string;
    observed: {
      origin: "observed";
      sent: number;
      undeliverable: number;
      objections: number;
    };
    measured: {
      origin: "measured";
      /** Views of the release by links of the mailing, in the window. */
      clicks: number;
    };
  }[];
};
/** What happened on a day, to be seen beside its figures. */
export type ReportMark = {
  /** Calendar day, `YYYY-MM-DD`. */
  day: string;
  kind: "publication" | "moved_in" | "correction" | "embargo" | "clipping" | "conversions" | "mailing" | "note" | "goal_fixed" | "goal_ended";
  /** Of `conversions` those of the day with the most. */
  count: number;
  /** Title, headline, subject or note of one of them; empty for conversions. */
  text: string;
};
/** How the report's files look; reports of before it was kept have none. */
export type ReportPresentation = {
  language: "de" | "en";
  colorPrimary?: string;
  colorSecondary?: string;
  /** Somebody chose to compare with nothing. */
  comparison?: "none";
  /** How its parts are laid out; left out before 2. */
  layout?: 2;
  /** What its files say: since 2 the CSV has all of a goal and how many clippings are confirmed and about which release, days that nobody measured are no days with zero, and what happened stands at its own day. Left out before 2. */
  edition?: 2;
  logo?: {
    sha256: string;
    width: number;
    height: number;
  };
  clientLogo?: {
    sha256: string;
    width: number;
    height: number;
  };
  picture?: {
    sha256: string;
    width: number;
    height: number;
    alt: string;
    credit?: string;
  };
  /** Of the releases published in the period, those with most views first. */
  releasePictures?: {
    releaseId: number;
    sha256: string;
    width: number;
    height: number;
    alt: string;
    credit?: string;
  }[];
  /** What the client's template shows, in its order; all where it is left out. */
  sections?: ("figures" | "goals" | "releases" | "coverage" | "audience" | "ai" | "results" | "mailings" | "tables")[];
  releaseUrl?: string;
  conversionLabels?: {
    [key: string]: string;
  };
};
/** The days that the report covers, both ends included. */
export type ReportWindow = {
  /** Calendar day, `YYYY-MM-DD`. */
  from: string;
  /** Calendar day, `YYYY-MM-DD`. */
  to: string;
  /** @default 30 */
  days: number;
  /** IANA time zone of the agency; days are its calendar days. */
  timezone: string;
  /** RFC 3339 date-time in UTC. */
  dataThrough: string;
};
/** A goal that was fixed by a hash, beside what came of it. */
export type ReportedGoal = {
  id: string;
  objective: string;
  audience: string;
  /** Calendar day, `YYYY-MM-DD`. */
  from: string;
  /** Calendar day, `YYYY-MM-DD`. */
  to: string;
  /** Last day that its results count, before `to`. */
  through?: string;
  /** RFC 3339 date-time in UTC. */
  fixedAt: string;
  /** Fixed after its period had begun, or after its release had been published. */
  isLater: boolean;
  contentHash: string;
  measures: {
    kind: "views" | "visitors" | "clippings" | "key_message_share" | "ai_share" | "conversions" | "contact_clicks";
    /** Of `clippings` the match type, all where it is left out; of `ai_share` the engine, of `conversions` the kind. */
    of?: string;
    /** A number, of shares in per cent. */
    target: number;
    stage: "inputs" | "activities" | "outputs" | "outtakes" | "outcomes" | "impact";
    result: number | null;
    origins: ("measured" | "observed" | "imported" | "estimated")[];
    /** `open`: not reached yet, and the period goes on. */
    outcome: "reached" | "not_reached" | "open" | "not_measured";
    /** Some releases were measured at level L0, which counts no clicks. */
    isPartial?: true;
  }[];
  /** The goal that was fixed before and that this one changed. */
  replaces?: {
    id: string;
    /** RFC 3339 date-time in UTC. */
    fixedAt: string;
    contentHash: string;
    measures: {
      kind: "views" | "visitors" | "clippings" | "key_message_share" | "ai_share" | "conversions" | "contact_clicks";
      /** Of `clippings` the match type, all where it is left out; of `ai_share` the engine, of `conversions` the kind. */
      of?: string;
      /** A number, of shares in per cent. */
      target: number;
    }[];
  };
};
export type ReportedRelease = {
  id: number;
  title: string;
  status: string;
  publishedAt: string | null;
  /** When it came from an older newsroom; `publishedAt` is when it appeared there. Nothing was measured before. */
  movedInAt?: string;
  client: {
    agencyId: number;
    name: string;
  };
};
/** All reporting data of the agency as of one moment. Holds no credentials. */
export type ReportingData = {
  /** RFC 3339 date-time in UTC. */
  exportedAt: string;
  agencyId: number;
  chainHead: ChainHead | null;
  reports: {
    [key: string]: unknown;
  }[];
  audits: {
    [key: string]: unknown;
  }[];
  campaigns: {
    [key: string]: unknown;
  }[];
  portfolios: {
    [key: string]: unknown;
  }[];
  schedules: {
    [key: string]: unknown;
  }[];
  mediaMentions: {
    [key: string]: unknown;
  }[];
  searchVisibility: {
    [key: string]: unknown;
  }[];
  conversions: {
    [key: string]: unknown;
  }[];
  exportJobs: {
    [key: string]: unknown;
  }[];
  providerConnections: {
    [key: string]: unknown;
  }[];
  webhooks: {
    [key: string]: unknown;
  }[];
  webhookDeliveries: {
    [key: string]: unknown;
  }[];
  aiVisibility: {
    runs: {
      [key: string]: unknown;
    }[];
    summary: AiVisibilitySummary;
  };
  /** Stamps of reports, chain heads and goals by time stamping authorities (RFC 3161): `imprint` is the stamped SHA-256 of `statement`, for a report its chain hash; `token` is the token's DER as base64, null while an authority is awaited. */
  timeStamps?: {
    [key: string]: unknown;
  }[];
  /** Goals, fixed or not: `contentHash` is the SHA-256 of `statement`, which is all that was fixed; `signature` is over its 64 characters. */
  goals?: {
    [key: string]: unknown;
  }[];
  /** Only where stored reports do not fit their hash or signature any more: which ones are missing from `reports`. The operator was alarmed. Null where the row can't even be read. */
  reportsLeftOut?: {
    id: string | null;
    number: number | null;
  }[];
};
export type SearchQueryVisibility = {
  query: string;
  clicks: number;
  impressions: number;
  ctr: number;
  position: number;
  /** Calendar day, `YYYY-MM-DD`. */
  periodFrom?: string;
  /** Calendar day, `YYYY-MM-DD`. */
  periodTo?: string;
  provenance: Provenance;
};
export type SeoCheck = {
  /** 0 to 100 with one decimal; 100 is best. */
  score: number;
  criteria: SeoCriterion[];
  /** German: the change that would raise the score most. */
  topTip: string;
};
export type SeoCheckRequest = {
  /** At least 50 characters after trimming; the first 20000 are analysed. */
  text: string;
};
export type SeoCriterion = {
  name: string;
  status: "gut" | "mittel" | "schlecht";
  /** German: what was found, what to change and where. */
  note: string;
  /** The text has too few words for a judgement; `status` says what those few look like. */
  isTooShort?: true;
};
export type ToolError = {
  /** A German sentence for the person who asked. */
  error: string;
};
export type Webhook = {
  id: string;
  /** A public HTTPS address. */
  endpointUrl: string;
  events: ("release.published" | "release.archived" | "approval.requested" | "approval.granted" | "approval.changes_requested" | "report.created" | "export.completed" | "export.failed" | "conversion.recorded" | "mention.found")[];
  active: boolean;
  disabledReason: string | null;
  /** RFC 3339 date-time in UTC. */
  createdAt: string;
  disabledAt: string | null;
  lastDeliveryAt: string | null;
  consecutiveFailures: number;
};
export type WebhookDelivery = {
  id: string;
  webhookId: string;
  /** The `webhook-id` header, the same for every attempt of a message. */
  messageId: string;
  eventType: "release.published" | "release.archived" | "approval.requested" | "approval.granted" | "approval.changes_requested" | "report.created" | "export.completed" | "export.failed" | "conversion.recorded" | "mention.found";
  attempt: number;
  /** `unknown`: the service was interrupted during the attempt; the message is sent again. */
  status: "sending" | "delivered" | "failed" | "unknown";
  responseStatus: number | null;
  durationMs: number | null;
  error: ("dns" | "connect" | "tls" | "timeout" | "http_status" | "redirect" | "unsafe_endpoint" | "response_too_large" | "interrupted") | null;
  remoteAddress: string | null;
  /** RFC 3339 date-time in UTC. */
  attemptedAt: string;
  nextAttemptAt: string | null;
};
export type WebhookDisabled = {
  success: true;
};
export type WebhookList = {
  webhooks: Webhook[];
  /** The latest attempts, newest first. */
  deliveries: WebhookDelivery[];
};
export type WebhookRequest = {
  /** A public HTTPS address. */
  endpointUrl: string;
  /** Events to listen to; a repeated one counts once. */
  events: ("release.published" | "release.archived" | "approval.requested" | "approval.granted" | "approval.changes_requested" | "report.created" | "export.completed" | "export.failed" | "conversion.recorded" | "mention.found")[];
};
