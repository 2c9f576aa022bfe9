import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { SUPPLIER } from '../console/addresses.ts'

/** The balances of a store in a currency. */
export type SupplierBalances = AnswerTo<'GET /supplier/payouts'>['balances'][number]

/** A balance, by its name in calls and addresses. */
export type BalanceName = InputOf<'GET /supplier/balances/{balance}'>['params']['balance']

/** The balances of a store, in the order in which money passes through them. */
export const BALANCES: readonly Readonly<{
  id: BalanceName
  label: string
  about: string
  amountOf: (balances: SupplierBalances) => number
}>[] = [
  {
    id: 'available',
    label: 'Available',
    about: 'Goes to your bank with the next payout.',
    amountOf: ({ available }) => available,
  },
  {
    id: 'pending',
    label: 'Pending',
    about: 'From shipped orders. Each order says when it becomes available.',
    amountOf: ({ pending }) => pending,
  },
  {
    id: 'held',
    label: 'On hold',
    about: 'On hold until open cases are closed.',
    amountOf: ({ held }) => held,
  },
  {
    id: 'in_transit',
    label: 'On its way',
    about: 'Sent to your bank, not confirmed yet.',
    amountOf: ({ inTransit }) => inTransit,
  },
  {
    id: 'owed',
    label: 'You owe',
    about: 'Deducted from your next payouts.',
    amountOf: ({ owed }) => owed,
  },
]

/** Returns the address of the entries behind a balance. */
export function balanceAddress(balance: BalanceName, currency: string): string {
  return `${SUPPLIER.money}/${balance}${currency === 'USD' ? '' : `?currency=${currency}`}`
}

/** Returns the address of a payout's page. */
export function payoutAddress(id: string): string {
  return `${SUPPLIER.payouts}/${encodeURIComponent(id)}`
}
