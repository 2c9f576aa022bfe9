import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools'

/**
 * Returns a typed IBAN in normal form; undefined when it is invalid. The result is in capitals, without spaces.
 * Refused are countries without IBANs, a format that is not the country's, and a wrong check number (ISO 13616, ISO
 * 7064 mod 97-10).
 */
export function readIban(typed: string): string | undefined {
  const iban = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return isValidIBAN(iban) ? iban : undefined
}

/** Countries on the European Payments Council's list (EPC409-09) since 2025 that ibantools does not know yet. */
const SEPA_SINCE_2025: ReadonlySet<string> = new Set(['AL', 'MD', 'ME', 'MK', 'RS'])

/**
 * Returns whether euro transfers to this IBAN can use the SEPA schemes. The territories of France and the Crown
 * dependencies have IBANs of France and Britain.
 */
export function isSepaIban(iban: string): boolean {
  const country = iban.slice(0, 2)
  return isSEPACountry(country) || SEPA_SINCE_2025.has(country)
}

/** Returns a typed BIC in capitals; undefined when it is invalid (ISO 9362: 8 or 11 characters). */
export function readBic(typed: string): string | undefined {
  const bic = typed.replaceAll(/\s/g, '').toUpperCase()
  return isValidBIC(bic) ? bic : undefined
}

/**
 * Returns a typed account number of a bank without IBANs, without separators; undefined when invalid. Valid are 5 to
 * 20 digits, as in Singapore.
 */
export function readAccountNumber(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s-]/g, '')
  return /^\d{5,20}$/.test(number) ? number : undefined
}
