import { PRACTICE_CURRENCY, SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import type { Queryable } from '#database/database.ts'
import type { WalletEntryData } from '../contract.ts'
import { findVendor, readSettings } from '../queries.ts'
import type { WalletOwner } from '../read-wallet.ts'
import type { EntryKind } from '../shapes.ts'
import { listMovements, readBalanceBefore, type WalletMovement } from './entry-queries.ts'

const PAGE_SIZE = 50

/** Returns a page of a vendor's wallet movements, newest first, and the cursor of the next page. */
export async function listEntries(
  db: Queryable,
  owner: Pick<WalletOwner, 'publicId'>,
  { wallet, cursor }: Readonly<{ wallet: 'real' | 'practice'; cursor?: number | undefined }>,
): Promise<{ entries: WalletEntryData[]; nextCursor: number | null }> {
  const currency = wallet === 'practice' ? PRACTICE_CURRENCY : SHOP_CURRENCY
  const filter = { vendor: owner.publicId, currency, before: cursor, limit: PAGE_SIZE + 1 }
  const found = await listMovements(db, filter)
  const shown = found.slice(0, PAGE_SIZE)
  return {
    entries: shown.map((movement) => toEntry(movement, currency)),
    nextCursor: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** The content of a wallet's statement, in minor units; oldest entry first. */
export type WalletStatement = Readonly<{
  currency: string
  opening: number
  closing: number
  entries: readonly Readonly<{ at: Date; text: string; amount: number; balance: number }>[]
}>

/** The most entries of a monthly statement. */
const MAX_STATEMENT_ENTRIES = 20_000

/** Returns the statement of a vendor's wallet for a period. */
export async function readStatement(
  db: Queryable,
  owner: Pick<WalletOwner, 'publicId'>,
  { from, to }: Readonly<{ from: Date; to: Date }>,
): Promise<WalletStatement> {
  const currency = SHOP_CURRENCY
  const range = { vendor: owner.publicId, currency, from, to }
  const [opening, movements] = await Promise.all([
    readBalanceBefore(db, range),
    listMovements(db, { ...range, limit: MAX_STATEMENT_ENTRIES }),
  ])
  const entries = movements.toReversed().map((movement) => ({
    at: movement.at,
    text: describeMovement(movement),
    amount: movement.amount,
    balance: movement.balance,
  }))
  return { currency, opening, closing: entries.at(-1)?.balance ?? opening, entries }
}

/** Returns all movements of an account's wallet, for its data export. */
export async function exportWallet(db: Queryable, accountId: number): Promise<object> {
  const filter = {
    vendor: await findVendor(db, accountId),
    currency: SHOP_CURRENCY,
    limit: MAX_STATEMENT_ENTRIES,
  }
  const movements = await listMovements(db, filter)
  return {
    settings: await readSettings(db, accountId),
    entries: movements.map((movement) => toEntry(movement, SHOP_CURRENCY)),
  }
}

function toEntry(movement: WalletMovement, currency: string): WalletEntryData {
  return {
    id: movement.id,
    at: movement.at.toISOString(),
    kind: toKind(movement),
    text: describeMovement(movement),
    orders: [...(movement.orders ?? [])],
    amount: toDecimal(movement.amount, currency),
    balance: toDecimal(movement.balance, currency),
  }
}

const KINDS: Readonly<Record<string, EntryKind>> = {
  topped_up: 'top_up',
  captured: 'top_up',
  paid_by_wallet: 'payment',
  cancelled: 'refund',
  refunded: 'refund',
  goodwill_given: 'refund',
  top_up_refunded: 'withdrawal',
  top_up_charged_back: 'chargeback',
  vendor_debt_repaid: 'debt',
}

function toKind({ kind }: WalletMovement): EntryKind {
  return KINDS[kind] ?? 'correction'
}

const TEXTS: Readonly<Record<EntryKind, string>> = {
  top_up: 'Money added',
  payment: 'Paid to suppliers',
  refund: 'Refunded',
  withdrawal: 'Withdrawn',
  chargeback: 'Your bank reversed a payment',
  debt: 'Debt for a reversed payment',
  correction: 'Correction',
}

/** Returns the text of a movement: `Refunded: order 1004`. */
function describeMovement(movement: WalletMovement): string {
  const numbers = (movement.orders ?? []).map(({ number }) => number)
  if (movement.kind === 'captured') return 'Added: orders you paid for had ended'
  if (movement.reversedKind === 'top_up_refunded') return 'A withdrawal came back'
  if (movement.reversedKind === 'top_up_charged_back') return 'Your bank returned a payment'
  const text = TEXTS[toKind(movement)]
  if (numbers.length === 0) return text
  const [shown, hidden] = [numbers.slice(0, 5).join(', '), numbers.length - 5]
  return `${text}: ${numbers.length === 1 ? 'order' : 'orders'} ${shown}${hidden > 0 ? ` and ${hidden} more` : ''}`
}
