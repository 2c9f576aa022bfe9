/** The fields of a card, as typed. */
export type CardFields = Readonly<{ name: string; number: string; expiry: string; code: string }>

/** A field of a card. */
export type CardField = keyof CardFields

/** The errors of a card, by field. */
export type CardErrors = Readonly<Partial<Record<CardField, string>>>

/** A brand of card: its name, first digits, number lengths, and the length of its code. */
type CardBrand = Readonly<{ name: string; begins: RegExp; digits: readonly number[]; code: number }>

/** The ISO/IEC 7812 ranges that the card companies publish; other numbers have no brand. */
const BRANDS: readonly CardBrand[] = [
  { name: 'Visa', begins: /^4/, digits: [13, 16, 19], code: 3 },
  {
    name: 'Mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    digits: [16],
    code: 3,
  },
  { name: 'American Express', begins: /^3[47]/, digits: [15], code: 4 },
  { name: 'Diners Club', begins: /^3(0[0-5]|[689])/, digits: [14, 16, 19], code: 3 },
  { name: 'Discover', begins: /^6(011|4[4-9]|5)/, digits: [16, 19], code: 3 },
  { name: 'UnionPay', begins: /^62/, digits: [16, 17, 18, 19], code: 3 },
]

/** Characters that no card number contains. */
const INVALID_CHARACTERS = /[^\d\s-]/

const DIGIT_COUNTS = [12, 13, 14, 15, 16, 17, 18, 19]

/** Returns the brand of a card, once its first digits identify it. */
export function cardBrandName(number: string): string | undefined {
  return findBrand(number)?.name
}

/**
 * Formats a card number in groups, as printed on the card. A text with characters other than digits is returned
 * unchanged.
 */
export function formatCardNumber(number: string): string {
  if (INVALID_CHARACTERS.test(number)) return number
  const digits = onlyDigits(number)
  const groups = findBrand(digits)?.name === 'American Express' ? /^(\d{4})(\d{1,6})?(\d+)?/ : undefined
  if (!groups) return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  return digits.replace(groups, (_, ...parts: (string | undefined)[]) =>
    parts.slice(0, 3).filter(Boolean).join(' '),
  )
}

/** Formats a typed expiry date as `MM/YY`; one with too few digits is returned unchanged. */
export function formatExpiry(expiry: string): string {
  const match = /^\s*(\d{1,2})\s*[/.\- ]\s*(?:20)?(\d{2})\s*$|^\s*(\d{2})(?:20)?(\d{2})\s*$/.exec(expiry)
  if (!match) return expiry
  const [, month = match[3] ?? '', year = match[4] ?? ''] = match
  return `${month.padStart(2, '0')}/${year}`
}

/**
 * Returns the errors of a card by field; none if it may be valid. Only the format and check digit are tested; no bank
 * is contacted.
 */
export function validateCard(card: CardFields, now: Date): CardErrors {
  return {
    ...(card.name.trim() === '' ? { name: 'Enter the name on the card.' } : {}),
    ...toCardErrors('number', validateNumber(card.number)),
    ...toCardErrors('expiry', validateExpiry(card.expiry, now)),
    ...toCardErrors('code', validateCode(card)),
  }
}

function toCardErrors(field: CardField, text: string | undefined): CardErrors {
  return text === undefined ? {} : { [field]: text }
}

function validateNumber(number: string): string | undefined {
  const digits = onlyDigits(number)
  if (digits === '') return 'Enter the card number.'
  if (INVALID_CHARACTERS.test(number)) return 'Enter digits only.'
  const isComplete = (findBrand(digits)?.digits ?? DIGIT_COUNTS).includes(digits.length)
  return isComplete && passesLuhn(digits) ? undefined : 'This card number isn’t valid. Check the digits.'
}

function validateExpiry(expiry: string, now: Date): string | undefined {
  if (expiry.trim() === '') return 'Enter the expiry date.'
  const match = /^(\d{2})\/(\d{2})$/.exec(formatExpiry(expiry))
  const [month, year] = [Number(match?.[1]), 2000 + Number(match?.[2])]
  if (!match || month < 1 || month > 12) return 'Enter the date on your card, such as 08/29.'
  // A card is valid until the end of its month.
  const isExpired = year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1)
  return isExpired ? 'This card has expired.' : undefined
}

function validateCode({ code, number }: CardFields): string | undefined {
  const length = findBrand(number)?.code ?? 3
  if (code.trim() === '') return 'Enter the security code.'
  return new RegExp(`^\\d{${length}}$`).test(code.trim())
    ? undefined
    : `Enter the ${length}-digit security code.`
}

/** Returns whether the check digit of ISO/IEC 7812-1 is right. It detects one wrong digit and most swapped ones. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function findBrand(number: string): CardBrand | undefined {
  const digits = onlyDigits(number)
  return BRANDS.find(({ begins }) => begins.test(digits))
}

function onlyDigits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
