import type { Transaction } from '#database/database.ts'
import type { Id } from '#core/ids.ts'
import { SECOND } from '#core/time.ts'
import {
  capturedPosting,
  lockVendorMoney,
  paidByWalletPosting,
  post,
  type Posting,
  unappliedMatchedPosting,
} from '#features/money/ledger/service.ts'
import { payOrders } from '../lifecycle/move-orders.ts'
import type { SoldLine } from '../lifecycle/move-queries.ts'
import type { Purchase } from '../views/purchase-queries.ts'

/**
 * The source of a capture's money: a new receipt, an unapplied one, or a vendor's wallet. `topUp` is the part of a new
 * receipt that pays no purchase and goes into the vendor's wallet.
 */
export type CaptureSource = Readonly<
  | {
      kind: 'received'
      provider: string
      method: string
      topUp?: Readonly<{ vendor: Id<'account'>; amount: number }>
    }
  | { kind: 'unapplied' }
  | { kind: 'wallet'; vendor: Id<'account'> }
>

/** Purchases paid by a receipt of their total cost. */
export type PurchaseCapture = Readonly<{
  purchases: readonly Purchase[]
  receiptId: number
  source: CaptureSource
  now: Date
}>

/**
 * Marks locked, payable purchases of one currency as paid and moves their money into escrow. Each supplier order has
 * its own escrow (P1, P3). Returns the lines sold. Throws `not_enough_money` if a wallet has too little.
 */
export async function capturePurchases(tx: Transaction, capture: PurchaseCapture): Promise<SoldLine[]> {
  const { purchases, receiptId, source, now } = capture
  const soldLines: SoldLine[] = []
  // Sequentially, in the order in which they were locked.
  for (const { id: purchaseId, holdSeconds } of purchases) {
    const holdMs = holdSeconds === null ? undefined : holdSeconds * SECOND
    soldLines.push(...(await payOrders(tx, { purchaseId, receiptId, holdMs, now })))
  }
  if (source.kind === 'wallet') await lockVendorMoney(tx, source.vendor)
  await post(tx, toPosting(capture, soldLines), now)
  return soldLines
}

function toPosting(
  { purchases, receiptId, source }: PurchaseCapture,
  soldLines: readonly SoldLine[],
): Posting {
  const currency = purchases[0]?.currency ?? ''
  const amounts = new Map(soldLines.map(({ orderPublicId, orderAmount }) => [orderPublicId, orderAmount]))
  const shares = [...amounts].map(([order, amount]) => ({ order, amount }))
  const received = { receiptId: String(receiptId), currency, shares }
  switch (source.kind) {
    case 'received':
      return capturedPosting({ ...received, ...source })
    case 'unapplied':
      return unappliedMatchedPosting(received)
    case 'wallet':
      return paidByWalletPosting({ ...received, paymentId: received.receiptId, vendor: source.vendor })
  }
}
