import type { Transaction } from '#database/database.ts'
import { drawDown } from '#core/money.ts'
import { paidBackPosting, post } from '#features/money/ledger/service.ts'
import { listBorne, notePaidBack } from './liability-queries.ts'
import type { SupplierOrder } from '../queries.ts'

/** Money in cents of an order that ended unearned and that its buyer has had already; `key` names the ending within the order. */
type HadAlready = Readonly<{ amount: number; key: string; now: Date }>

/**
 * Of what ended unearned the buyer may have had a part before at the marketplace's cost: refunded in the provider's panel while his
 * bank had the money, for one. What is in escrow for that pays the marketplace back.
 */
export async function payBackShop(
  tx: Transaction,
  { id, publicId: order, currency }: SupplierOrder,
  { amount, key, now }: HadAlready,
): Promise<void> {
  if (amount === 0) return
  const borne = await listBorne(tx, id)
  const shares = drawDown(
    amount,
    borne.map((part) => part.amount),
  )
  for (const [place, part] of borne.entries()) {
    const share = shares[place] ?? 0
    if (share === 0) continue
    await notePaidBack(tx, part, { orderId: id, amount: share })
    const { of, account } = part
    await post(tx, paidBackPosting({ of, account, order, currency, amount: share, key }), now)
  }
}
