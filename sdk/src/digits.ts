/** A whole number in a header. Twelve digits hold Unix seconds for 30,000 years, and JavaScript counts them exactly. */
export const digits: RegExp = /^\d{1,12}$/;
