/**
 * Returns a GTIN-8, -12, -13 or -14 as 14 digits; null for any other text. Leading zeros make the lengths comparable.
 * Spaces and hyphens are ignored. The last digit is verified by the GS1 General Specifications, section 7.9.
 */
export function toGtin(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return null
  const padded = digits.padStart(14, '0')
  // The weights of the 14 digits are 3, 1, 3, 1 … from the left.
  const sum = Array.from(padded.slice(0, 13)).reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10 === Number(padded[13]) ? padded : null
}

/** Formats a stored GTIN as printed: 8 digits for a GTIN-8, 14 for a GTIN-14, else 13. */
export function formatGtin(gtin: string): string {
  if (gtin.startsWith('000000')) return gtin.slice(6)
  return gtin.startsWith('0') ? gtin.slice(1) : gtin
}
