/** RFC 1035: a name of 253 characters is the longest that fits the 255 bytes on the wire. */
export const hostCharactersMax = 253;
/** Letters, digits and hyphens, at most 63 of them (RFC 1123). */
export const hostLabelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
