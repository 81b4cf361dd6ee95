/** Calls that one client network has for each tool in each span of this length; the interface description sets both. */
export const toolCalls = { limit: 5, windowSeconds: 900 } as const;
