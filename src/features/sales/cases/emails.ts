import { formatCents } from '#core/money.ts'
import type { LetterContent } from '#features/messaging/notifications/service.ts'
import type { Terms } from './case-queries.ts'
import type { ReadCase, ReadEntry } from './read-queries.ts'
import type { CaseEvent } from './shapes.ts'

/**
 * News of a case: what was done, how it stands since, what it comes to if nobody does anything, and the secret id of the purchase
 * for the buyer's link.
 */
export type CaseNews = Readonly<{
  found: ReadCase
  entry: ReadEntry
  /** The words of it; of messages that waited for one letter those of all of them, oldest first. */
  said: readonly string[]
  silence: Terms | null
  purchaseId: string
  publicUrl: string
}>

/** The letter that reminds the marketplace of a case that waits for it. */
export function reminder(news: Pick<CaseNews, 'found' | 'silence'>): LetterContent {
  const { found, silence } = news
  const heading = 'A case waits for a decision.'
  return {
    subject: `Reminder: case about order ${found.number} waits for a decision`,
    preview: heading,
    heading,
    paragraphs: [
      `This is about the pieces from ${found.supplier} in order ${found.number}.`,
      ...standing(found, silence),
    ],
    tables: [],
    closing: [`Case ${found.publicId}, order ${found.order}`],
  }
}

const HAPPENED: Readonly<Record<CaseEvent, string>> = {
  open: 'The buyer has opened a case.',
  message: 'There is a new message.',
  propose: 'There is a new proposal.',
  accept: 'The proposal was accepted.',
  escalate: 'The marketplace was asked to decide.',
  withdraw: 'The buyer has withdrawn the case.',
  send_back: 'The goods are on their way back.',
  receive_back: 'The goods have arrived back.',
  rule: 'The marketplace has decided.',
  lapse: 'The goods were not sent back in time.',
  stand: 'Nobody answered in time, so what was proposed stands.',
  close: 'Nobody decided in time, so what was settled before stays.',
}

/** The letter to the buyer, whose link leads to the case on the page of the order. */
export function toBuyer({ purchaseId, publicUrl, ...news }: CaseNews): LetterContent {
  return {
    ...letter(news),
    action: {
      label: 'See your case',
      url: `${publicUrl}/dashboard?order=${purchaseId}#case-${news.found.publicId}`,
    },
    closing: ['The link opens your order without a password: keep it to yourself.'],
  }
}

/** The letter to the supplier, and to the marketplace where it has to decide. */
export function toOthers({ found, ...news }: Omit<CaseNews, 'purchaseId' | 'publicUrl'>): LetterContent {
  return { ...letter({ found, ...news }), closing: [`Case ${found.publicId}, order ${found.order}`] }
}

function letter({ found, entry, said, silence }: Omit<CaseNews, 'purchaseId' | 'publicUrl'>) {
  const { event, amount, withReturn } = entry
  const happened = said.length > 1 ? `There are ${said.length} new messages.` : HAPPENED[event]
  const terms =
    amount === null
      ? []
      : [
          `${event === 'rule' ? 'It is to give back' : 'Proposed to go back'}: ${formatCents(amount)}${withReturn ? ', after the goods are sent back' : ''}.`,
        ]
  return {
    subject: `Case about order ${found.number}: ${happened.slice(0, -1).toLowerCase()}`,
    preview: happened,
    heading: happened,
    paragraphs: [
      `This is about the pieces from ${found.supplier} in order ${found.number}.`,
      ...(event === 'message' ? messages(said) : said.filter((text) => text !== '')),
      ...terms,
      ...standing(found, silence),
    ],
    tables: [],
  }
}

/** So many messages go into a letter. */
const MOST_MESSAGES = 10

function messages(said: readonly string[]): string[] {
  const before = said.length - MOST_MESSAGES
  return [
    ...said.slice(-MOST_MESSAGES).map((text) => (text === '' ? 'Photos were added.' : text)),
    ...(before > 0 ? [`The ${before} before these are in the case.`] : []),
  ]
}

function standing({ state, endsAt, answerBy, agreedAmount, givenAmount }: ReadCase, silence: Terms | null) {
  const until = by(answerBy)
  switch (state) {
    case 'supplier_turn':
      return [`The workshop is asked to answer${until}; else what the buyer has proposed stands.`]
    case 'buyer_turn':
      return [`The buyer is asked to answer${until}; else what the workshop has proposed stands.`]
    case 'operator_turn':
      return [`The marketplace looks at it and decides${by(endsAt)}; else ${silenceText(silence)}.`]
    case 'awaiting_return':
      return [
        `${formatCents(agreedAmount ?? 0)} goes back once the goods are sent back. Please send them${until}.`,
      ]
    case 'returning':
      return [`Please say when the goods have arrived${until}; else they count as arrived.`]
    case 'closed':
      return [givenAmount ? `The case is over; ${formatCents(givenAmount)} goes back.` : 'The case is over.']
  }
}

function by(at: Date | null): string {
  return at ? ` by ${at.toISOString().slice(0, 10)}` : ''
}

function silenceText(silence: Terms | null): string {
  if (!silence || silence.amount === 0) return 'what was settled before stays, and nothing goes back'
  return `${formatCents(silence.amount)} goes back${silence.withReturn ? ' once the goods are sent back' : ''}`
}
