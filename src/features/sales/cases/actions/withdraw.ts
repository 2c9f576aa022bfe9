import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { type Database, type Transaction, violatedConstraint } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { freezeEarning } from '#features/money/refunds/service.ts'
import {
  changeOrder,
  countWithdrawable,
  findMoney,
  findOrderContext,
  findWithdrawalRight,
  getRefundableAmount,
  listParcels,
  type LockedOrder,
  lockOrder,
  orderNotFound,
} from '#features/sales/orders/service.ts'
import { insertCase, insertEntry, updateCase } from '../case-queries.ts'
import { resetCaseTimers } from '../timers/reset-timers.ts'
import { agreeReturn } from '../returns/agree-return.ts'
import { alreadyOpen, type Complaint, toClaimedUnits } from './open-case.ts'

/**
 * The withdrawal of a consumer who is authorized as the buyer. Without lines it covers all items that can be withdrawn
 * from.
 */
export type Withdrawal = Pick<Complaint, 'orderId' | 'purchaseId' | 'accountId' | 'lines' | 'deps' | 'now'>

/**
 * Opens the case of a consumer's withdrawal from the contract and returns its public id. The items go back for their
 * price, and a complete withdrawal also refunds the delivery (Directive 2011/83/EU, articles 11a and 13), without
 * anyone's consent. Refuses with `no_withdrawal`, `case_open`, `nothing_left`, `units_not_there` and `order_state`.
 */
export async function withdrawFromContract(db: Database, withdrawal: Withdrawal): Promise<string> {
  const { orderId, purchaseId } = withdrawal
  const publicId = newSecretId('case')
  await inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, orderId, { purchaseId })
    if (!locked) throw orderNotFound()
    if (locked.order.state === 'in_case') throw alreadyOpen()
    // It is a right of consumers, and a vendor buys as a business.
    if (locked.channel === 'vendor') throw noWithdrawal()
    const context = await findOrderContext(tx, orderId)
    const right = findWithdrawalRight({
      country: context?.purchase.country ?? '',
      order: locked.order,
      lines: locked.lines,
      parcels: await listParcels(tx, [locked.order.id]),
      now: withdrawal.now,
    })
    if (!right) throw noWithdrawal()
    const units = selectUnits(locked, withdrawal)
    const refundable = getRefundableAmount(await findMoney(tx, locked.order.id))
    const amount = Math.min(refundable, isEverything(locked, units) ? refundable : priceOf(locked, units))
    if (amount === 0) throw refused('nothing_left', 'This order has already been refunded in full.')
    await openReturn(tx, { publicId, locked, units, amount, withdrawal })
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'cases_open' ? alreadyOpen() : error
  })
  return publicId
}

function noWithdrawal() {
  return refused(
    'no_withdrawal',
    'You can withdraw within 14 days of delivery if you live in the EU, the EEA or the UK, and the item wasn’t made to order. If something is wrong with it, report a problem instead.',
  )
}

type Units = ReturnType<typeof toClaimedUnits>

function selectUnits(locked: LockedOrder, { lines }: Withdrawal): Units {
  const withdrawable = locked.lines.map((line) => ({ lineId: line.id, quantity: countWithdrawable(line) }))
  if (lines.length === 0) return withdrawable.filter(({ quantity }) => quantity > 0)
  const units = toClaimedUnits(locked, { lines })
  const isThere = ({ lineId, quantity }: Units[number]) =>
    quantity <= (withdrawable.find((line) => line.lineId === lineId)?.quantity ?? 0)
  if (!units.every(isThere))
    throw refused('units_not_there', 'You can’t withdraw from that many of this item.')
  return units
}

/** Returns whether the units are all that was sent, so that the buyer keeps nothing. */
function isEverything({ lines }: LockedOrder, units: Units): boolean {
  return lines.every(
    (line) =>
      Math.max(0, line.shippedQuantity - line.refundedQuantity) <=
      (units.find(({ lineId }) => lineId === line.id)?.quantity ?? 0),
  )
}

function priceOf({ lines }: LockedOrder, units: Units): number {
  return units.reduce(
    (sum, { lineId, quantity }) => sum + quantity * (lines.find(({ id }) => id === lineId)?.unitAmount ?? 0),
    0,
  )
}

/** Returns the buyer's declaration, for the case and the emails. */
function createStatement({ lines }: LockedOrder, units: Units): string {
  const items = units.map(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    return `${quantity} × ${[line?.title, line?.variantTitle].filter(Boolean).join(', ')}`
  })
  return `I withdraw from the contract about ${items.join('; ')}.`.slice(0, 2_000)
}

type NewReturn = Readonly<{
  publicId: string
  locked: LockedOrder
  units: Units
  amount: number
  withdrawal: Withdrawal
}>

async function openReturn(tx: Transaction, given: NewReturn): Promise<void> {
  const { publicId, locked, units, amount, withdrawal } = given
  const { accountId, deps, now } = withdrawal
  const id = await insertCase(tx, {
    publicId,
    orderId: locked.order.id,
    kind: 'return',
    reason: 'withdrawal',
    currency: locked.order.currency,
    openedAt: now,
    lines: units,
    state: 'awaiting_return',
    isFollowUp: false,
  })
  const terms = { amount, withReturn: true }
  const { id: entryId } = await insertEntry(tx, {
    caseId: id,
    event: 'open',
    side: 'buyer',
    accountId,
    text: createStatement(locked, units),
    terms,
    pictures: [],
    now,
  })
  await updateCase(tx, { id, state: 'awaiting_return', agreedAmount: amount, agreedBy: 'withdrawal', now })
  const cause = {
    actor: 'shopper',
    reason: 'Withdrawal from the contract',
    ...(accountId ? { accountId } : {}),
  } as const
  const { locked: changed } = await changeOrder(tx, { locked, event: 'open_case', cause, deps, now })
  await freezeEarning(tx, changed, { caseId: publicId, now })
  await resetCaseTimers(tx, { caseId: id, to: 'awaiting_return', now })
  const opened = { id, publicId, kind: 'return', reason: 'withdrawal' } as const
  await agreeReturn(tx, { case: opened, locked, enqueue: deps.enqueue, now })
  await deps.enqueue(tx, { job: 'cases.mail_news', input: { entryId } })
}
