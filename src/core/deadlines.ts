/** A deadline that operators set: its texts, unit, limits and default. */
type DeadlineField = Readonly<{
  label: string
  hint: string
  unit: 'minutes' | 'hours' | 'days'
  min: number
  max: number
  initial: number
  /** The law or promise behind the minimum or the maximum, if any. */
  law?: string
}>

/** The deadlines of orders and cases, in the order of their form. */
export const DEADLINE_FIELDS = {
  holdMinutes: {
    label: 'Buyer cancels free of charge within',
    hint: 'Counted from payment. The supplier gets the order afterwards. Vendors set their own time.',
    unit: 'minutes',
    min: 2,
    max: 10,
    initial: 10,
  },
  acceptHours: {
    label: 'Supplier accepts an order within',
    hint: 'Without an answer, the order is cancelled and refunded.',
    unit: 'hours',
    min: 12,
    max: 336,
    initial: 48,
  },
  escalateHours: {
    label: 'You are told of an unanswered order after',
    hint: 'Support gets an email.',
    unit: 'hours',
    min: 1,
    max: 335,
    initial: 24,
  },
  cancelHours: {
    label: 'Supplier answers a cancellation request within',
    hint: 'Without an answer, items that haven’t shipped are cancelled.',
    unit: 'hours',
    min: 12,
    max: 168,
    initial: 24,
  },
  shipDays: {
    label: 'Supplier ships an order within',
    hint: 'Items that haven’t shipped by then are cancelled and refunded.',
    unit: 'days',
    min: 7,
    max: 30,
    initial: 14,
    law: 'By EU law, orders are delivered within 30 days.',
  },
  earningDays: {
    label: 'Earnings become available after',
    hint: 'Counted from delivery. Until then a refund is taken from them.',
    unit: 'days',
    min: 14,
    max: 60,
    initial: 14,
    law: 'By EU law, buyers may withdraw within 14 days of delivery.',
  },
  reportDays: {
    label: 'Buyer returns items or reports a problem within',
    hint: 'Counted from delivery. Product pages and the standard legal texts name it.',
    unit: 'days',
    min: 30,
    max: 90,
    initial: 30,
    law: 'The marketplace promises at least 30 days to return a product.',
  },
  supplierDays: {
    label: 'Supplier answers a case within',
    hint: 'Without an answer, the buyer’s proposal applies.',
    unit: 'days',
    min: 1,
    max: 14,
    initial: 3,
  },
  buyerDays: {
    label: 'Buyer answers a case within',
    hint: 'Without an answer, the supplier’s proposal applies.',
    unit: 'days',
    min: 3,
    max: 60,
    initial: 14,
  },
  returnDays: {
    label: 'Buyer sends items back within',
    hint: 'Items that aren’t on their way by then stay with the buyer, and nothing is refunded.',
    unit: 'days',
    min: 14,
    max: 90,
    initial: 21,
    law: 'By EU law, buyers have at least 14 days to send items back.',
  },
  arrivalDays: {
    label: 'Returned items count as arrived after',
    hint: 'The refund is paid then at the latest.',
    unit: 'days',
    min: 5,
    max: 30,
    initial: 14,
  },
  caseDays: {
    label: 'An undecided case ends after',
    hint: 'It ends as the buyer has proposed.',
    unit: 'days',
    min: 21,
    max: 180,
    initial: 60,
  },
} as const satisfies Readonly<Record<string, DeadlineField>>

/** The name of a deadline. */
export type DeadlineName = keyof typeof DEADLINE_FIELDS

/** The deadlines of orders and cases, each a whole number in its unit. */
export type Deadlines = Readonly<Record<DeadlineName, number>>

// The keys of the object above.
/** The names of the deadlines. */
export const DEADLINE_NAMES = Object.keys(DEADLINE_FIELDS) as DeadlineName[]

/** Returns all deadlines, with defaults for those that are not stored. */
export function toDeadlines(stored: Partial<Deadlines> | null | undefined): Deadlines {
  // All names are present, because the fields are the object's own.
  return Object.fromEntries(
    DEADLINE_NAMES.map((name) => [name, stored?.[name] ?? DEADLINE_FIELDS[name].initial]),
  ) as Deadlines
}

/** An invalid deadline: its field, and a message for the operator. */
export type DeadlineProblem = Readonly<{ field: DeadlineName; text: string }>

/** The minimum of days that operators have for a case. */
const OPERATOR_DAYS = 7

/** Returns the first problem of the deadlines; undefined when they are valid. */
export function findDeadlineProblem(deadlines: Deadlines): DeadlineProblem | undefined {
  for (const field of DEADLINE_NAMES) {
    const problem = explainBounds(DEADLINE_FIELDS[field], deadlines[field])
    if (problem !== undefined) return { field, text: problem }
  }
  if (deadlines.escalateHours >= deadlines.acceptHours)
    return {
      field: 'escalateHours',
      text: 'Enter less than the time to accept an order, or the email comes too late.',
    }
  const least = deadlines.supplierDays + deadlines.buyerDays + OPERATOR_DAYS
  if (deadlines.caseDays < least)
    return {
      field: 'caseDays',
      text: `Enter at least ${least} days: both sides get time to answer, and you get ${OPERATOR_DAYS} days to decide.`,
    }
  return undefined
}

function explainBounds({ unit, min, max, law }: DeadlineField, value: number): string | undefined {
  if (Number.isInteger(value) && value >= min && value <= max) return undefined
  return [law, `Enter ${min} to ${max} ${unit}.`].filter((text) => text !== undefined).join(' ')
}
