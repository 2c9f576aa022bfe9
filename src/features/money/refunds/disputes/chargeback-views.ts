import type { Queryable } from '#database/database.ts'
import { listPostings, type Posting } from '#features/money/ledger/service.ts'
import { listChargebacks, type ListedChargeback } from './list-chargebacks-queries.ts'
import type { ChargebackData, DisputeState } from '../shapes.ts'

/** A page of chargebacks older than the one with the id `before`, with one state if given. */
type ChargebackQuery = Readonly<{
  state: DisputeState | undefined
  before: string | undefined
  limit: number
}>

/** Returns a page of chargebacks for operators, newest first, each with the ledger accounts of its liability. */
export async function readChargebacks(
  db: Queryable,
  { state, before, limit }: ChargebackQuery,
): Promise<ChargebackData[]> {
  const found = await listChargebacks(db, {
    state,
    before: before === undefined ? undefined : parseChargebackId(before),
    limit,
  })
  const postings = await listPostings(db, found.flatMap(toPostingKeys))
  return found.map((chargeback) => {
    const keys = toPostingKeys(chargeback)
    return toChargebackView(
      chargeback,
      postings.filter(({ key }) => keys.includes(key)),
    )
  })
}

/** Splits an id at its first colon: providers' names have none, but their ids of disputes may. */
function parseChargebackId(id: string) {
  const colon = id.indexOf(':')
  return { provider: id.slice(0, colon), disputeId: id.slice(colon + 1) }
}

function toChargebackId({ provider, disputeId }: ListedChargeback): string {
  return `${provider}:${disputeId}`
}

/** Returns the keys of a chargeback's possible postings: for each order, or for an unapplied receipt. */
function toPostingKeys(chargeback: ListedChargeback): string[] {
  const subjects = [...chargeback.orders.map(({ order }) => order), String(chargeback.receiptId)]
  return subjects.map((name) => `charged_back:${toChargebackId(chargeback)}:${name}`)
}

function toChargebackView(chargeback: ListedChargeback, postings: readonly Posting[]): ChargebackData {
  const { provider, method, state, currency, amount, fee, reason, purchaseNumber, isUnapplied } = chargeback
  return {
    id: toChargebackId(chargeback),
    provider,
    method,
    state,
    currency,
    amount,
    fee,
    reason,
    receipt: String(chargeback.receiptId),
    purchase: chargeback.reference,
    purchaseNumber,
    isUnapplied,
    orders: [...chargeback.orders],
    liability: postings.flatMap((posting) => toLiabilityLines(posting)),
    respondBy: chargeback.respondBy?.toISOString() ?? null,
    at: chargeback.createdAt.toISOString(),
    changedAt: chargeback.updatedAt.toISOString(),
  }
}

function toLiabilityLines({ currency, entries }: Posting): ChargebackData['liability'] {
  return entries.flatMap(({ account, subledger, debit }) => {
    if (debit === undefined) return []
    const explain = `/ledger/explain/${account}?${new URLSearchParams({ currency, subledger })}`
    return [{ account, subledger, amount: debit, explain }]
  })
}
