import { z } from 'zod'
import { unavailable } from '#core/errors.ts'
import type { PayoutProvider, TransferResult, TransferRequest } from '#features/money/payouts/port.ts'
import { explainUnsupportedAmount, toStripeAmount } from './amounts.ts'
import {
  callStripe,
  createStripeClient,
  type StripeAccount,
  type StripeClient,
  type StripeRefusal,
} from './stripe-api.ts'

/** The key of our own payout id in a transfer's metadata. */
const PAYOUT_ID_KEY = 'payout_id'

const Transfer = z.object({
  id: z.string(),
  object: z.literal('transfer'),
  amount: z.int().positive(),
  currency: z.string().transform((currency) => currency.toUpperCase()),
  destination: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
  metadata: z.record(z.string(), z.string()).nullish(),
})
type Transfer = z.output<typeof Transfer>

const TransferList = z.object({ data: z.array(Transfer) })

/** Stripe's error codes for a balance that is too low, as opposed to a problem of the account. */
const BALANCE_ERROR_CODES = ['balance_insufficient', 'insufficient_funds']

/**
 * Returns the payout provider Stripe, which transfers money that it holds for the marketplace. It uses separate
 * charges and transfers (https://docs.stripe.com/connect/separate-charges-and-transfers).
 */
export function stripeTransfers(account: StripeAccount): PayoutProvider {
  const client = createStripeClient(account)
  return {
    name: 'stripe',
    transfer: (request) => createTransfer(client, request),
    find: async (payoutId) => (await findTransfer(client, payoutId))?.id,
  }
}

/**
 * Transfers money once per payout, even if the call is repeated much later. Stripe forgets an idempotency key after a
 * day, so the transfers of the payout's group are searched first.
 */
async function createTransfer(client: StripeClient, request: TransferRequest): Promise<TransferResult> {
  const { payoutId, attempt, account: destination, currency } = request
  const amount = toStripeAmount(request.amount, currency)
  if (amount === undefined) return { ok: false, reason: explainUnsupportedAmount(currency), because: 'other' }
  const existing = await findTransfer(client, payoutId)
  if (existing) return requireSameTransfer(existing, request)
  const params = {
    amount,
    currency: currency.toLowerCase(),
    destination,
    transfer_group: payoutId,
    metadata: { [PAYOUT_ID_KEY]: payoutId },
  }
  // Stripe stores a refusal under its key for a day, so the next attempt needs another one.
  const idempotencyKey = attempt === 0 ? payoutId : `${payoutId}:${attempt}`
  const answer = await callStripe(client, (sdk) => sdk.transfers.create(params, { idempotencyKey }), Transfer)
  return answer.ok ? { ok: true, externalId: answer.data.id } : toRefusal(answer.refusal)
}

async function findTransfer(client: StripeClient, payoutId: string): Promise<Transfer | undefined> {
  const params = { transfer_group: payoutId, limit: 10 }
  const answer = await callStripe(client, (sdk) => sdk.transfers.list(params), TransferList)
  if (!answer.ok) throw unavailable('provider_unreachable', answer.refusal.message)
  return answer.data.data.find(({ metadata }) => metadata?.[PAYOUT_ID_KEY] === payoutId)
}

function requireSameTransfer(
  existing: Transfer,
  { account, currency, amount, payoutId }: TransferRequest,
): TransferResult {
  if (
    existing.amount === toStripeAmount(amount, currency) &&
    existing.currency === currency &&
    existing.destination === account
  )
    return { ok: true, externalId: existing.id }
  throw new Error(`Stripe knows another transfer of the payout ${payoutId}`)
}

function toRefusal({ code, message }: StripeRefusal): TransferResult {
  const because = BALANCE_ERROR_CODES.includes(code) ? 'balance' : 'account'
  return { ok: false, reason: message || 'Stripe refused it.', because }
}
