import { formatCents } from '#ground/money.ts'
import type { LetterContent } from '#features/notifications/service.ts'
import type { ReadCase, ReadEntry } from './read-queries.ts'
import type { CaseEvent } from './shapes.ts'

/** News of a case: what was done, how it stands since, and the secret id of the purchase for the buyer's link. */
export type CaseNews = Readonly<{
  found: ReadCase
  entry: ReadEntry
  purchaseId: string
  publicUrl: string
}>

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
}

/** The letter to the buyer, whose link leads to the case on the page of the order. */
export function toBuyer({ found, entry, purchaseId, publicUrl }: CaseNews): LetterContent {
  return {
    ...letter(found, entry),
    action: {
      label: 'See your case',
      url: `${publicUrl}/dashboard?order=${purchaseId}#case-${found.publicId}`,
    },
    closing: ['The link opens your order without a password: keep it to yourself.'],
  }
}

/** The letter to the supplier, and to the marketplace where it has to decide. */
export function toOthers({ found, entry }: CaseNews): LetterContent {
  return { ...letter(found, entry), closing: [`Case ${found.publicId}, order ${found.order}`] }
}

function letter(found: ReadCase, { event, text, amount, withReturn }: ReadEntry) {
  const terms =
    amount === null
      ? []
      : [
          `${event === 'rule' ? 'It is to give back' : 'Proposed to go back'}: ${formatCents(amount)}${withReturn ? ', after the goods are sent back' : ''}.`,
        ]
  return {
    subject: `Case about order ${found.number}: ${HAPPENED[event].slice(0, -1).toLowerCase()}`,
    preview: HAPPENED[event],
    heading: HAPPENED[event],
    paragraphs: [
      `This is about the pieces from ${found.supplier} in order ${found.number}.`,
      ...(text === '' ? [] : [text]),
      ...terms,
      ...standing(found),
    ],
    tables: [],
  }
}

function standing({ state, outcome, answerBy, agreedAmount }: ReadCase): string[] {
  const until = answerBy ? ` by ${answerBy.toISOString().slice(0, 10)}` : ''
  switch (state) {
    case 'supplier_turn':
      return [`The workshop is asked to answer${until}; else what the buyer has proposed stands.`]
    case 'buyer_turn':
      return [`The buyer is asked to answer${until}; else what the workshop has proposed stands.`]
    case 'operator_turn':
      return ['The marketplace looks at it and decides.']
    case 'awaiting_return':
      return [
        `${formatCents(agreedAmount ?? 0)} goes back once the goods are sent back. Please send them${until}.`,
      ]
    case 'returning':
      return [`Please say when the goods have arrived${until}; else they count as arrived.`]
    case 'closed':
      return [outcome === 'refunded' ? 'The case is over; the money goes back.' : 'The case is over.']
  }
}
