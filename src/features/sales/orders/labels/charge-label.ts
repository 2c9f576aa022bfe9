import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import {
  labelChargedAgainKey,
  labelChargedKey,
  labelChargedPosting,
  listPostings,
  post,
  readBalances,
  restoreDebts,
  reversePosting,
} from '#features/money/ledger/service.ts'
import { findLabelPayer, type Label, markLabelBought } from './label-queries.ts'
import type { BoughtLabel } from '../port.ts'

/** A bought label, and the key of its file. */
export type LabelPurchase = Readonly<{ label: Label; bought: BoughtLabel; fileKey: string; now: Date }>

/**
 * Stores a bought label and charges its cost to the supplier. The supplier's available balance pays first; the rest
 * becomes its debt. A stored purchase changes nothing.
 */
export async function saveLabelPurchase(db: Database, labelPurchase: LabelPurchase): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await markLabelBought(tx, labelPurchase)) await chargeLabelPurchase(tx, labelPurchase)
  })
}

async function chargeLabelPurchase(tx: Transaction, { label, bought, now }: LabelPurchase): Promise<void> {
  const { provider, carrier, currency, amount, trackingNumber } = bought
  // Some services are free; nothing is booked then.
  if (amount === 0) return
  const { supplier, orderNumber } = await getLabelPayer(tx, label)
  const memo = `${label.caseId === null ? 'Label' : 'Return label'} of ${carrierTitle(carrier)} ${trackingNumber}, order ${orderNumber}`
  const key = labelChargedKey(label.publicId)
  await charge(tx, { key, supplier, provider, carrier, currency, amount, memo }, now)
}

/** A label, and the time of its booking. */
type LabelCharge = Readonly<{ label: Label; now: Date }>

/**
 * Reverses the charge of a label to its supplier, once, because its money comes back. Repaid parts of the debt become
 * available again.
 */
export async function reverseLabelCharge(tx: Transaction, { label, now }: LabelCharge): Promise<void> {
  const key = labelChargedKey(label.publicId)
  const [charged] = await listPostings(tx, [key])
  if (!charged) return
  await restoreDebts(tx, charged, now)
  await reversePosting(tx, { key, memo: `${charged.memo}: refunded, not used` }, now)
}

/** Charges a label to its supplier a second time, once, because its refund was refused. */
export async function rechargeLabel(tx: Transaction, { label, now }: LabelCharge): Promise<void> {
  const [charged] = await listPostings(tx, [labelChargedKey(label.publicId)])
  const payableEntry = charged?.entries.find(({ account }) => account === 'carrier_payable')
  if (!charged || !payableEntry?.credit) return
  const [provider = '', carrier = ''] = payableEntry.subledger.split('/')
  const { supplier } = await getLabelPayer(tx, label)
  const { currency } = charged
  const key = labelChargedAgainKey(label.publicId)
  const memo = `${charged.memo}: refund declined`
  await charge(tx, { key, supplier, provider, carrier, currency, amount: payableEntry.credit, memo }, now)
}

type ChargeInput = Omit<Parameters<typeof labelChargedPosting>[0], 'available' | 'receivable'> &
  Readonly<{ amount: number }>

async function charge(tx: Transaction, { amount, ...charged }: ChargeInput, now: Date): Promise<void> {
  const { supplier, currency } = charged
  // Locks both accounts, as a sweep does, so that the two cannot deadlock.
  const balanceKeys = (['supplier_receivable', 'supplier_available'] as const).map((account) => ({
    account,
    subledger: supplier,
    currency,
  }))
  const [, availableBalance = 0] = await readBalances(tx, balanceKeys, { locked: true })
  const available = Math.min(amount, availableBalance)
  await post(tx, labelChargedPosting({ ...charged, available, receivable: amount - available }), now)
}

async function getLabelPayer(tx: Transaction, label: Label) {
  const payer = await findLabelPayer(tx, label)
  if (!payer) throw new Error('the order of a label is not there')
  return payer
}
