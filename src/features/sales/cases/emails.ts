import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { formatCents } from '#core/money.ts'
import { formatUtcDay, formatUtcMoment } from '#core/text/format-date.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { Terms } from './case-queries.ts'
import type { CaseDetails, CaseEntryDetails } from './read-queries.ts'
import { describeReturn } from './returns/return-emails.ts'
import type { CaseReturnData } from './shapes.ts'

/**
 * The input of an email about a case: the event, the state, the default terms, and the buyer's page. The buyer may be a
 * vendor who bought it for an order of their store.
 */
export type CaseEmailData = Readonly<{
  found: CaseDetails
  entry: CaseEntryDetails
  /** The texts of the messages; several ones that share an email are oldest first. */
  said: readonly string[]
  silence: Terms | null
  /** The return address, if a return is agreed. */
  returnView: CaseReturnData | null
  buyerUrl: string
  isVendors: boolean
}>

/** Returns the email that reminds operators of a case that waits for their decision. */
export function renderReminderEmail(data: Pick<CaseEmailData, 'found' | 'silence'>): EmailContent {
  const { found, silence } = data
  const written = writeEmail('case_waiting', toValues(found), describeStatus(found, silence))
  return {
    ...written,
    preview: written.heading,
    tables: [],
    closing: [`Case ${found.publicId}, order ${found.order}`],
  }
}

/** Returns the values of the placeholders that each email about a case has. */
function toValues({ number, supplier }: Pick<CaseDetails, 'number' | 'supplier'>) {
  return { order: number, supplier }
}

/** Returns the email to the buyer; its link leads to the case on the order's page. */
export function renderBuyerEmail({ buyerUrl, isVendors, ...news }: CaseEmailData): EmailContent {
  return {
    ...renderEmail(news),
    action: {
      label: 'See your case',
      url: `${buyerUrl}#case-${news.found.publicId}`,
    },
    closing: isVendors ? [] : ['This link opens your order without a password. Don’t share it.'],
  }
}

/** Returns the email to the supplier, and to operators if they have to decide. */
export function renderSupplierEmail({
  found,
  ...news
}: Omit<CaseEmailData, 'buyerUrl' | 'isVendors'>): EmailContent {
  return { ...renderEmail({ found, ...news }), closing: [`Case ${found.publicId}, order ${found.order}`] }
}

function renderEmail(data: Omit<CaseEmailData, 'buyerUrl' | 'isVendors'>) {
  const { found, entry, said, silence, returnView } = data
  const { event, amount, withReturn } = entry
  const isWithdrawal = event === 'open' && found.reason === 'withdrawal'
  const terms =
    amount === null
      ? []
      : [
          `${isWithdrawal ? 'Refund' : event === 'rule' ? 'Decided refund' : 'Proposed refund'}: ${formatCents(amount)}${withReturn ? ', after the items are returned' : ''}.`,
        ]
  const facts = [
    ...(event === 'message' ? renderMessages(said) : said.filter((text) => text !== '')),
    ...(isWithdrawal ? [`Received on ${formatUtcMoment(found.openedAt)}. It needs no approval.`] : []),
    ...terms,
    ...describeStatus(found, silence, returnView),
  ]
  const written =
    said.length > 1
      ? writeEmail('case_messages', { ...toValues(found), count: String(said.length) }, facts)
      : writeEmail(isWithdrawal ? 'case_withdrawal' : `case_${event}`, toValues(found), facts)
  return { ...written, preview: written.heading, tables: [] }
}

/** The most messages in an email. */
const MAX_MESSAGES = 10

function renderMessages(texts: readonly string[]): string[] {
  const omittedCount = texts.length - MAX_MESSAGES
  return [
    ...texts.slice(-MAX_MESSAGES).map((text) => (text === '' ? 'Photos were added.' : text)),
    ...(omittedCount > 0 ? [`See the ${omittedCount} earlier messages in the case.`] : []),
  ]
}

function describeStatus(
  found: CaseDetails,
  defaultTerms: Terms | null,
  returnView: CaseReturnData | null = null,
) {
  const { state, endsAt, answerBy, agreedAmount, refundedAmount, hasReturnAddress } = found
  const deadline = formatDeadline(answerBy)
  switch (state) {
    case 'supplier_turn':
      return [`The workshop is asked to answer${deadline}. If it doesn’t, the buyer’s proposal applies.`]
    case 'buyer_turn':
      return [`The buyer is asked to answer${deadline}. If they don’t, the workshop’s proposal applies.`]
    case 'operator_turn':
      return [
        `The marketplace will review it and decide${formatDeadline(endsAt)}. Otherwise, ${describeDefaultTerms(defaultTerms)}.`,
      ]
    case 'awaiting_return':
      return [
        `${formatCents(agreedAmount ?? 0)} will be refunded once the items are returned. Please send them${hasReturnAddress ? deadline : ''}.`,
        ...(returnView ? describeReturn(returnView) : []),
      ]
    case 'returning':
      return [`Confirm when the items have arrived${deadline}. If you don’t, they count as arrived.`]
    case 'closed':
      return [
        refundedAmount
          ? `The case is closed. ${formatCents(refundedAmount)} will be refunded.`
          : 'The case is closed.',
      ]
  }
}

function formatDeadline(at: Date | null): string {
  return at ? ` by ${formatUtcDay(at)}` : ''
}

function describeDefaultTerms(defaultTerms: Terms | null): string {
  if (!defaultTerms || defaultTerms.amount === 0) return 'the earlier outcome stands and nothing is refunded'
  return `${formatCents(defaultTerms.amount)} will be refunded${defaultTerms.withReturn ? ' once the items are returned' : ''}`
}
