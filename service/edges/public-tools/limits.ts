/** Bounds of the tools' inputs in Unicode code points, measured on the cleaned and trimmed value. */

/**
 * The upper bound of a problem keeps each allowed one inside the 256 KiB body even if every character
 * is sent as two JSON escapes of six bytes (240,000 bytes).
 */
export const problemLength = { min: 10, max: 20_000 } as const;

export const topicLength = { min: 1, max: 500 } as const;

/** Calls that one client network has for each tool in each span of this length; the interface description sets both. */
export const toolCalls = { limit: 5, windowSeconds: 900 } as const;
