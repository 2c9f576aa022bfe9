import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { waitUntil } from '../shop/running-shop.ts'
import { WEBHOOK_EFFECT, PAYMENT_PAGE_EFFECT } from './charges.ts'
import type { Effect, Outcome, InterruptionPoint } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'
import { LABEL_EFFECT, sumLabelCosts } from './labels.ts'
import { PAYOUT_EFFECT } from './payouts.ts'
import { REFUND_EFFECT } from './refunds.ts'
import { STOCK_EFFECT } from './stock.ts'

/** Everything that our process has others do. */
export const EFFECTS: readonly Effect[] = [
  PAYMENT_PAGE_EFFECT,
  WEBHOOK_EFFECT,
  REFUND_EFFECT,
  PAYOUT_EFFECT,
  LABEL_EFFECT,
  STOCK_EFFECT,
]

/** The outcomes of one kind's effects that one kill interrupted at a point. */
export type Interruption = Readonly<{
  effect: string
  point: InterruptionPoint
  outcomes: readonly Outcome[]
}>

/**
 * Interrupts effects of every kind by one kill and lets all of them finish. Each is started and stands at the point
 * that `selectPoint` returns for its kind when the process is killed and started again.
 */
export async function runKillRound(
  shop: KilledShop,
  selectPoint: (effect: Effect) => InterruptionPoint,
): Promise<Interruption[]> {
  const prepared = []
  for (const effect of EFFECTS) {
    prepared.push({ effect: effect.name, point: selectPoint(effect), ...(await effect.prepare(shop)) })
  }
  const started = []
  for (const one of prepared) started.push({ ...one, waitingCount: await one.begin(one.point) })
  for (const { effect, point, count, waitingCount } of started)
    await waitUntil(`each ${effect} stands: ${point}`, async () => (await waitingCount()) === count)
  await shop.killAndRestart()
  await Promise.all(started.map(({ finish }) => finish()))
  return Promise.all(
    started.map(async ({ effect, point, outcomes }) => ({ effect, point, outcomes: await outcomes() })),
  )
}

/** Returns whether the effect is missing in a record, or not marked as done. */
export function isLost({ theirs, ours, isDone }: Outcome): boolean {
  return theirs < 1 || ours < 1 || !isDone
}

/** Returns whether the effect is recorded more than once. */
export function isDuplicated({ theirs, ours }: Outcome): boolean {
  return theirs > 1 || ours > 1
}

/** Returns the difference in cents between our ledger and each provider's records. */
export async function measureDifferences({ db, providers }: KilledShop): Promise<Record<string, number>> {
  const { stripe, redDot, easyPost } = providers
  const booked = async (provider: string, account = 1000) => {
    const [found] = await queryRows<{ amount: number }>(
      db,
      sql`select coalesce(sum(balance), 0)::bigint as amount from ledger_balances
          where account = ${account} and subledger like ${`${provider}/%`}`,
    )
    return found?.amount ?? 0
  }
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const atStripe =
    sum(stripe.sessions.filter(({ isPaid }) => isPaid).map(({ amount }) => amount)) -
    sum(stripe.refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)) -
    sum(stripe.transfers.map(({ amount }) => amount))
  const atRedDot = sum(
    redDot.payments.map(
      ({ state, authorized, refunded }) =>
        (state === 'paid' ? Math.round(Number(authorized) * 100) : 0) - refunded,
    ),
  )
  return {
    stripe: (await booked('stripe')) - atStripe,
    redDot: (await booked('reddot')) - atRedDot,
    easyPost: -(await booked('easypost', 2500)) - sumLabelCosts(easyPost.books),
  }
}
