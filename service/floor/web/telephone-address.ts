/** As telephones dial it. Readers write "+49 (0)30 1234-5": the zero in brackets is dialled only without the country code (DIN 5008). */
export function telephoneAddress(number: string): string | null {
  const digits = number.replace(/^(\s*(?:\+|00)[\d\s]+)\(0\)/, "$1").replace(/[^\d+]/g, "");
  return /^\+?\d{3,20}$/.test(digits) ? `tel:${digits}` : null;
}
