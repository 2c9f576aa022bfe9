import { moneyText } from '#ground/money.ts'
import type { LetterContent } from '#features/notifications/service.ts'
import type { AccountRow } from './account-queries.ts'

/** To a store: where its money goes was changed. Whoever did not do that has time to say so. */
export function accountChanged({
  store,
  account,
}: Readonly<{
  store: string
  account: Pick<AccountRow, 'holder' | 'shown' | 'usableFrom'>
}>): LetterContent {
  const from = account.usableFrom.toISOString().slice(0, 10)
  return {
    subject: `Where the money of ${store} goes was changed`,
    preview: `${account.holder}, ${account.shown}.`,
    heading: 'Your bank details were changed.',
    paragraphs: [
      `What ${store} earns goes to ${account.holder}, ${account.shown}, from ${from} on.`,
      'If you did not change this, please write to us at once and change your password.',
    ],
    tables: [],
    closing: [],
  }
}

/** To a store: a payout did not arrive. */
export function payoutFailed({
  store,
  amount,
  currency,
  reason,
}: Readonly<{ store: string; amount: number; currency: string; reason: string }>): LetterContent {
  return {
    subject: `A payout to ${store} did not arrive`,
    preview: reason,
    heading: 'Your payout did not arrive.',
    paragraphs: [
      `${moneyText(amount, currency)} could not be paid out: ${reason}`,
      'The money is still yours. Please look at your bank details; it comes with the next payout.',
    ],
    tables: [],
    closing: [],
  }
}
