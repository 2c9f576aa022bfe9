import type { CarrierName } from '#core/shipping/carriers.ts'

type Carrier = Readonly<{
  /** Returns whether a text can be one of the carrier's numbers. */
  isNumber: (number: string) => boolean
  /** The URL of the carrier's tracking page, without the number at its end. */
  page?: string
}>

const UPS = /^1Z[0-9A-Z]{16}$/
const POSTAL = /^[A-Z]{2}\d{9}[A-Z]{2}$/

const RULES: Readonly<Record<CarrierName, Carrier>> = {
  dhl: {
    isNumber: matchesAny(/^\d{10,11}$/, /^(JD|JJD|GM|LX|RX)[0-9A-Z]{9,26}$/),
    page: 'https://www.dhl.com/en/express/tracking.html?AWB=',
  },
  fedex: {
    isNumber: matchesAny(/^\d{12}$/, /^\d{15}$/, /^\d{20}$/, /^\d{22}$/),
    page: 'https://www.fedex.com/fedextrack/?trknbr=',
  },
  ups: { isNumber: isUps, page: 'https://www.ups.com/track?tracknum=' },
  usps: {
    isNumber: (number) => /^\d{20}(\d{2})?$/.test(number) || isPostal(number),
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  singpost: { isNumber: matchesAny(POSTAL, /^[0-9A-Z]{10,20}$/) },
  royal_mail: {
    isNumber: isPostal,
    page: 'https://www.royalmail.com/track-your-item#/tracking-results/',
  },
  aramex: {
    isNumber: matchesAny(/^\d{10,12}$/),
    page: 'https://www.aramex.com/track/results?ShipmentNumber=',
  },
  sf_express: { isNumber: matchesAny(/^(SF)?\d{12,15}$/) },
  ninja_van: { isNumber: matchesAny(/^[0-9A-Z]{8,20}$/) },
  sandbox_post: { isNumber: matchesAny(/^SBX\d{12}$/) },
  other: { isNumber: matchesAny(/^(?=.*\d)[0-9A-Z]{6,40}$/) },
}

function matchesAny(...patterns: readonly RegExp[]): (number: string) => boolean {
  return (number) => patterns.some((pattern) => pattern.test(number))
}

/**
 * Returns whether this is a postal number: two letters, eight digits and their check digit, and a country (Universal
 * Postal Union, S10; weights 8 6 4 2 3 5 9 7).
 */
function isPostal(number: string): boolean {
  if (!POSTAL.test(number)) return false
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index + 2]), 0)
  const rest = 11 - (sum % 11)
  const digit = rest === 10 ? 0 : rest === 11 ? 5 : rest
  return Number(number[10]) === digit
}

/**
 * Returns whether this is a UPS number: its last digit checks the fifteen before; letters count as (code − 63) mod 10,
 * every second is doubled.
 */
function isUps(number: string): boolean {
  if (!UPS.test(number)) return false
  const values = Array.from(number.slice(2), (sign) =>
    /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10,
  )
  const sum = values
    .slice(0, 15)
    .reduce((total, value, index) => total + (index % 2 === 0 ? value : 2 * value), 0)
  return (10 - (sum % 10)) % 10 === values[15]
}

/** Returns a tracking number without blanks and hyphens; undefined if its carrier has no such numbers. */
export function parseTrackingNumber(carrier: CarrierName, typed: string): string | undefined {
  const number = typed.replace(/[\s-]/g, '').toUpperCase()
  return RULES[carrier].isNumber(number) ? number : undefined
}

/** Returns the carrier's page of a tracking number, if it has one. */
export function trackingUrl(carrier: CarrierName, number: string): string | null {
  const { page } = RULES[carrier]
  return page === undefined ? null : page + encodeURIComponent(number)
}
