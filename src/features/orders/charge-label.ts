import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import {
  labelChargedKey,
  labelChargedPosting,
  listPostings,
  post,
  readBalances,
  restoreDebts,
  reverse,
} from '#features/ledger/service.ts'
import { carrierTitle } from './carriers.ts'
import { findLabelBearer, type Label, moveLabel, noteBought } from './label-queries.ts'
import type { BoughtLabel } from './port.ts'

/** A label that was bought, and where its file will be. */
export type KeptLabel = Readonly<{ label: Label; bought: BoughtLabel; fileKey: string; now: Date }>

/**
 * Keeps what was bought, and books what it costs to the supplier who asked for it: of what may be paid out to it first, the rest
 * it owes. What is kept already changes nothing.
 */
export async function keepBought(db: Database, kept: KeptLabel): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await noteBought(tx, kept)) await charge(tx, kept)
  })
}

async function charge(tx: Transaction, { label, bought, now }: KeptLabel): Promise<void> {
  const { provider, carrier, currency, amount, trackingNumber } = bought
  // Some services cost nothing; there is nothing to book then.
  if (amount === 0) return
  const bearer = await findLabelBearer(tx, label)
  if (!bearer) throw new Error('the order of a label is not there')
  const { supplier, orderNumber } = bearer
  // Both, as a sweep does: neither waits for the other in a circle.
  const places = (['supplier_receivable', 'supplier_available'] as const).map((account) => ({
    account,
    subledger: supplier,
    currency,
  }))
  const [, free = 0] = await readBalances(tx, places, { locked: true })
  const available = Math.min(amount, free)
  await post(
    tx,
    labelChargedPosting({
      labelId: label.publicId,
      supplier,
      provider,
      carrier,
      currency,
      available,
      receivable: amount - available,
      memo: `Label of ${carrierTitle(carrier)} ${trackingNumber}, order ${orderNumber}`,
    }),
    now,
  )
}

/** What became of a label that was not used: its money comes back, or its carrier keeps it. */
type Unused = Readonly<{ label: Label; comesBack: boolean; now: Date }>

/** Ends a label that was not used. Where its money comes back, what the supplier bore of it is taken back, once. */
export async function endUnused(db: Database, { label, comesBack, now }: Unused): Promise<void> {
  await inTransaction(db, async (tx) => {
    const to = comesBack ? 'given_back' : 'lost'
    if (!(await moveLabel(tx, { label, from: 'unused', to, failure: null, now })) || !comesBack) return
    const key = labelChargedKey(label.publicId)
    const [charged] = await listPostings(tx, [key])
    if (!charged) return
    await restoreDebts(tx, charged, now)
    await reverse(tx, { key, memo: `${charged.memo}: given back, it was not used` }, now)
  })
}
