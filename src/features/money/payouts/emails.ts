import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { MONEY_TEXTS } from '#core/emails/texts/money-texts.ts'
import { formatMoney } from '#core/money.ts'
import { formatUtcDay } from '#core/text/format-date.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { PayoutAccount } from './accounts/account-queries.ts'
import type { Payout } from './sending/payout-queries.ts'
import { toBankReference } from './rules.ts'
import type { StatementTotals } from './statements/statement-lines.ts'

/** Returns the email to a store about its changed bank details, so that the owner can object. */
export function accountChangedEmail({
  store,
  account,
}: Readonly<{
  store: string
  account: Pick<PayoutAccount, 'holder' | 'maskedNumber' | 'usableFrom'>
}>): EmailContent {
  const { holder, maskedNumber, usableFrom } = account
  return {
    ...writeEmail('bank_details_changed', {
      store,
      account: `${holder}, ${maskedNumber}`,
      from: formatUtcDay(usableFrom),
    }),
    preview: `${holder}, ${maskedNumber}.`,
    tables: [],
    closing: MONEY_TEXTS.bank_details_changed.closing,
  }
}

/** The input of an email about a payout. */
type PayoutEmailContext = Readonly<{
  payout: Pick<
    Payout,
    'publicId' | 'supplierName' | 'amount' | 'currency' | 'maskedNumber' | 'method' | 'payOn'
  >
  publicUrl: string
}>

/** Returns the email to a store about a sent payout, with its lines. */
export function payoutSentEmail({
  payout,
  totals,
  now,
  publicUrl,
}: PayoutEmailContext & Readonly<{ totals: StatementTotals; now: Date }>): EmailContent {
  const { publicId, supplierName: store, amount, currency, maskedNumber, method, payOn } = payout
  const money = (minor: number) => formatMoney(minor, currency)
  const day = formatUtcDay(payOn === null ? now : new Date(payOn))
  const when =
    method === 'stripe'
      ? `It arrived in your Stripe account on ${day}. Stripe pays it to your bank on the schedule you set there.`
      : `Our bank sends it on ${day}. It can take a few working days to arrive.`
  const rows = [
    { left: 'Sales less refunds', right: money(totals.gross) },
    { left: 'Commission', right: money(-totals.commission) },
    { left: 'Tax on commission', right: money(-totals.tax) },
    ...(totals.other === 0 ? [] : [{ left: 'Labels and other', right: money(totals.other) }]),
    { left: 'Paid out', right: money(amount), strong: true },
  ]
  return {
    ...writeEmail('payout_sent', { amount: money(amount), store, account: maskedNumber }, [when]),
    preview: `To ${maskedNumber}.`,
    tables: [{ title: `Payout ${toBankReference(publicId)}`, rows }],
    action: statementAction(publicUrl),
    closing: [STATEMENT_NOTE],
  }
}

/** The input of an email about a failed payout: the reason, and whether the account caused it. */
type FailedPayoutEmailContext = PayoutEmailContext & Readonly<{ reason: string; isAccountsFault: boolean }>

/** Returns the email to a store about a failed payout. */
export function payoutFailedEmail({
  payout,
  reason,
  isAccountsFault,
  publicUrl,
}: FailedPayoutEmailContext): EmailContent {
  const { supplierName: store, amount, currency } = payout
  return {
    ...writeEmail('payout_failed', { store, amount: formatMoney(amount, currency), reason }, [
      explainNextStep(payout, isAccountsFault),
    ]),
    preview: reason,
    tables: [],
    action: statementAction(publicUrl),
    closing: [],
  }
}

/** Returns the email to a store about a payout that was returned to us. */
export function payoutReturnedEmail({
  payout,
  reason,
  isAccountsFault,
  publicUrl,
}: FailedPayoutEmailContext): EmailContent {
  const { supplierName: store, amount, currency, maskedNumber } = payout
  const values = { store, amount: formatMoney(amount, currency), account: maskedNumber, reason }
  return {
    ...writeEmail('payout_returned', values, [explainNextStep(payout, isAccountsFault)]),
    preview: reason,
    tables: [],
    action: statementAction(publicUrl),
    closing: [],
  }
}

function explainNextStep({ maskedNumber }: PayoutEmailContext['payout'], isAccountInvalid: boolean): string {
  return isAccountInvalid
    ? `The money is still yours. We have paused payouts to ${maskedNumber}. Update your bank details to receive it with the next payout.`
    : `The money is still yours and will be included in the next payout. Check that your bank details, ${maskedNumber}, are correct.`
}

const STATEMENT_NOTE = 'You’ll find the statement, with every order in it, under Payouts.'

function statementAction(publicUrl: string) {
  return { label: 'Open your dashboard', url: `${publicUrl}/dashboard` }
}
