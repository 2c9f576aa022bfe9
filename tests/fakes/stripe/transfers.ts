import { z } from 'zod'
import { createFakeId } from './objects.ts'
import { FakeStripeError } from './refusal.ts'

/** The parameters of `POST /v1/transfers`. */
export const TransferParams = z.strictObject({
  amount: z.string().regex(/^\d+$/, 'Invalid integer').transform(Number).pipe(z.int().positive()),
  currency: z.string().regex(/^[a-z]{3}$/, 'Invalid currency'),
  destination: z.string().regex(/^acct_\w+$/, 'Invalid account'),
  transfer_group: z.string().max(200).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
})
type TransferParams = z.output<typeof TransferParams>

/** A transfer of the fake. */
export type FakeTransfer = Readonly<TransferParams & { id: string; created: number }>

/** The platform's transfers: its connected accounts, its balances, and the transferred amounts. */
export type FakeTransfers = Readonly<{
  accounts: Set<string>
  balance: Map<string, number>
  transfers: FakeTransfer[]
  createTransfer(params: TransferParams): FakeTransfer
}>

/** Creates an empty state of transfers. */
export function createFakeTransfers(clock: () => Date): FakeTransfers {
  const [accounts, balance, transfers] = [new Set<string>(), new Map<string, number>(), [] as FakeTransfer[]]
  return {
    accounts,
    balance,
    transfers,
    createTransfer(params) {
      const { destination, currency, amount } = params
      if (!accounts.has(destination))
        throw new FakeStripeError(400, `No such destination: '${destination}'`, { code: 'resource_missing' })
      const remaining = (balance.get(currency) ?? 0) - amount
      if (remaining < 0)
        throw new FakeStripeError(400, 'You have insufficient available funds in your Stripe account.', {
          code: 'balance_insufficient',
        })
      balance.set(currency, remaining)
      const transfer = { ...params, id: createFakeId('tr'), created: Math.floor(clock().getTime() / 1000) }
      transfers.push(transfer)
      return transfer
    },
  }
}

/** Returns a transfer as the API shows it. */
export function toTransferObject(transfer: FakeTransfer) {
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed: 0,
    balance_transaction: `txn_${transfer.id}`,
    created: transfer.created,
    currency: transfer.currency,
    description: null,
    destination: transfer.destination,
    livemode: false,
    metadata: transfer.metadata,
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: transfer.transfer_group ?? null,
  }
}
