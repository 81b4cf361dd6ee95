/** No dot: it parts the signed fields, so an id that holds one could lend its tail to the timestamp. */
export const webhookIdShape: RegExp = /^[!-\-/-~]{1,256}$/;

/** Unix seconds, digits only. */
export const webhookTimestampShape: RegExp = /^\d{1,12}$/;
