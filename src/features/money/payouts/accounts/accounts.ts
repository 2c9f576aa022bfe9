import { inTransaction, type Database, type Queryable, type Transaction } from '#database/database.ts'
import { readAccountNumber, readBic, readIban } from '#core/bank-account.ts'
import { invalid, notFound } from '#core/errors.ts'
import { letterMail, postMails } from '#features/messaging/notifications/service.ts'
import type { Sealer } from '#platform/security/sealing.ts'
import {
  type AccountRow,
  findAccount,
  findOwnSupplier,
  lockSupplier,
  replaceAccount,
  type SupplierFound,
} from './account-queries.ts'
import { accountChanged } from '../emails.ts'
import type { PayoutDesk } from '../port.ts'
import { usableFrom } from '../rules.ts'

/** Bank details as typed: an IBAN, or the number of an account with its bank's BIC. */
export type TypedDetails = Readonly<{
  holder: string
  country: string
  iban?: string | undefined
  accountNumber?: string | undefined
  bic?: string | undefined
}>

/** Where the money goes: what is sealed. */
export type AccountDetails = Readonly<{
  iban?: string | undefined
  number?: string | undefined
  bic?: string | undefined
  /** The id of an account at Stripe that is connected to the marketplace's. */
  stripe?: string | undefined
}>

type Saving = Readonly<{
  desk: PayoutDesk
  /** Who changes it: key and mail address. */
  by: Readonly<{ id: number; email: string }>
  /** Has them show by the password that it is they; what it gives is called in the transaction. */
  prove(): Promise<(tx: Transaction) => Promise<void>>
  now: Date
}>

/**
 * Keeps a manufacturer's bank details and mails everybody who may have to object. Throws `bad_bank_details`,
 * `store_not_found`, and what `prove` does.
 */
export async function saveBankAccount(
  db: Database,
  typed: TypedDetails,
  { prove, ...saving }: Saving,
): Promise<AccountRow> {
  const details = readDetails(typed)
  const isStillProven = await prove()
  return inTransaction(db, async (tx) => {
    await isStillProven(tx)
    const supplier = await lockSupplier(tx, { ownerId: saving.by.id })
    if (!supplier) throw storeNotFound()
    return save(tx, { supplier, typed, details, ...saving })
  })
}

/** Pays a supplier by its account at Stripe from now on, which the operator has connected. Throws `supplier_not_found`. */
export async function saveStripeAccount(
  db: Database,
  typed: Readonly<{ supplier: string; account: string; holder: string; country: string }>,
  { prove, ...saving }: Saving,
): Promise<AccountRow> {
  const isStillProven = await prove()
  return inTransaction(db, async (tx) => {
    await isStillProven(tx)
    const supplier = await lockSupplier(tx, { publicId: typed.supplier })
    if (!supplier) throw notFound('supplier_not_found', 'There is no such supplier.')
    return save(tx, { supplier, typed, details: { stripe: typed.account }, ...saving })
  })
}

type Kept = Omit<Saving, 'prove'> &
  Readonly<{
    supplier: SupplierFound
    typed: Pick<TypedDetails, 'holder' | 'country'>
    details: AccountDetails
  }>

async function save(tx: Transaction, { supplier, typed, details, desk, by, now }: Kept): Promise<AccountRow> {
  const before = await findAccount(tx, supplier.id)
  const isSame = before !== undefined && sameDetails(await openDetails(desk.sealer, before), details)
  const id = await replaceAccount(tx, {
    supplierId: supplier.id,
    method: details.stripe === undefined ? 'bank' : 'stripe',
    holder: typed.holder,
    country: typed.country,
    shown: shownOf(details),
    sealed: await desk.sealer.seal(JSON.stringify(details), ownerOf(supplier.publicId)),
    // The same once more waits no longer than before.
    usableFrom: isSame ? before.usableFrom : usableFrom(now, before === undefined),
    madeBy: by.id,
    now,
  })
  const kept = await findAccount(tx, supplier.id)
  if (!kept) throw new Error('the account was not kept')
  const letter = accountChanged({ store: supplier.name, account: kept })
  const mails = [...new Set([by.email, supplier.contactEmail])].flatMap((to) =>
    to ? [letterMail({ key: `payout-account:${id}:${to}`, to }, letter)] : [],
  )
  await postMails(tx, { mails, now, enqueue: desk.enqueue })
  return kept
}

/** The account of one's own store; null when none is set. Throws `store_not_found`. */
export async function readOwnAccount(db: Queryable, ownerId: number): Promise<AccountRow | null> {
  const supplier = await findOwnSupplier(db, ownerId)
  if (!supplier) throw storeNotFound()
  return (await findAccount(db, supplier.id)) ?? null
}

/** What is sealed of an account. */
export async function openDetails(
  sealer: Sealer,
  { sealed, supplierPublicId }: Pick<AccountRow, 'sealed' | 'supplierPublicId'>,
): Promise<AccountDetails> {
  // Nobody but `save` seals anything in these words.
  return JSON.parse(await sealer.open(sealed, ownerOf(supplierPublicId))) as AccountDetails
}

/** Somebody who has no store. */
export function storeNotFound() {
  return notFound('store_not_found', 'You have no store yet.')
}

function readDetails({ iban: typedIban, accountNumber, bic: typedBic }: TypedDetails): AccountDetails {
  const bic = typedBic ? readBic(typedBic) : undefined
  if (typedBic && !bic) throw bad('bic', 'That is no BIC. It has 8 or 11 letters and digits.')
  if (typedIban) {
    const iban = readIban(typedIban)
    if (!iban) throw bad('iban', 'That is no IBAN. Please compare it with your bank’s.')
    return { iban, bic }
  }
  const number = accountNumber ? readAccountNumber(accountNumber) : undefined
  if (!number) throw bad('accountNumber', 'Please give an IBAN, or the number of the account in digits.')
  if (!bic) throw bad('bic', 'Without an IBAN the BIC of the bank is needed.')
  return { number, bic }
}

function bad(field: string, message: string) {
  return invalid('bad_bank_details', message, { field })
}

function shownOf({ iban, number, bic, stripe }: AccountDetails): string {
  if (iban) return `IBAN ${iban.slice(0, 2)} … ${iban.slice(-4)}`
  if (number) return `Account … ${number.slice(-3)} at ${bic ?? ''}`
  return `Stripe … ${stripe?.slice(-4) ?? ''}`
}

function sameDetails(one: AccountDetails, other: AccountDetails): boolean {
  return (['iban', 'number', 'bic', 'stripe'] as const).every((name) => one[name] === other[name])
}

function ownerOf(supplierPublicId: string): string {
  return `payout_account:${supplierPublicId}`
}
