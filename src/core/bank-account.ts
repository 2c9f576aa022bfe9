/** How long the IBANs of a country are: the IBAN registry of SWIFT, countries that take part in it. */
const IBAN_LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29
  ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20
  LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25
  QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/**
 * A typed IBAN without its spaces, in capitals; undefined when it is none: of a country without IBANs, of another length, or
 * with a wrong check number (ISO 13616, ISO 7064 mod 97-10).
 */
export function readIban(typed: string): string | undefined {
  const iban = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return undefined
  if (IBAN_LENGTHS.get(iban.slice(0, 2)) !== iban.length) return undefined
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : undefined
}

/**
 * The countries of the SEPA schemes by what their IBANs begin with: the European Payments Council's list of countries and territories
 * (EPC409-09), which has Albania, Moldova, Montenegro, North Macedonia and Serbia since 2025. The territories of France and the Crown
 * dependencies have the IBANs of France and Britain.
 */
const SEPA = new Set(
  `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK
  IS LI NO CH MC SM GB GI AD VA AL MD ME MK RS`.split(/\s+/),
)

/** Whether euro go to this IBAN by the SEPA schemes. */
export function isSepaIban(iban: string): boolean {
  return SEPA.has(iban.slice(0, 2))
}

/** The remainder by 97, letters counted from 10; digit by digit, as the number is longer than numbers are exact. */
function mod97(characters: string): number {
  return [...characters]
    .flatMap((character) => [...String(Number.parseInt(character, 36))])
    .reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0)
}

/** A typed BIC in capitals; undefined when it is none (ISO 9362: 8 or 11 characters). */
export function readBic(typed: string): string | undefined {
  const bic = typed.replaceAll(/\s/g, '').toUpperCase()
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : undefined
}

/** The number of an account at a bank without IBANs, such as those of Singapore: 5 to 20 digits, without what is typed between them. */
export function readAccountNumber(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s-]/g, '')
  return /^\d{5,20}$/.test(number) ? number : undefined
}
