import { inTransaction, type Database, type Queryable, type Transaction } from '#database/database.ts'
import { readAccountNumber, readBic, readIban } from '#platform/bank-account.ts'
import { invalid, notFound } from '#core/errors.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { createEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import type { Sealer } from '#platform/security/sealing.ts'
import {
  type PayoutAccount,
  findPayoutAccount,
  findPayoutSupplier,
  findSupplierByOwner,
  lockPayoutSupplier,
  replacePayoutAccount,
  type PayoutSupplier,
} from './account-queries.ts'
import { accountChangedEmail } from '../emails.ts'
import type { PayoutDeps } from '../port.ts'
import { getUsableFrom } from '../rules.ts'

/** Bank details as typed: an IBAN, or the number of an account with its bank's BIC. */
export type BankDetailsInput = Readonly<{
  holder: string
  country: string
  iban?: string | undefined
  accountNumber?: string | undefined
  bic?: string | undefined
}>

/** The details of a payout account, which are stored sealed. */
export type PayoutAccountDetails = Readonly<{
  iban?: string | undefined
  number?: string | undefined
  bic?: string | undefined
  /** The id of an account at Stripe that is connected to the marketplace's. */
  stripe?: string | undefined
}>

type SaveContext = Readonly<{
  deps: PayoutDeps
  /** The email address of the account that changes it. */
  by: Readonly<{ email: string }>
  /** The same account as the log records it. */
  source: AuditSource
  /** Verifies the caller's password and returns a function to call in the transaction. */
  prove(): Promise<(tx: Transaction) => Promise<void>>
  now: Date
}>

/**
 * Stores a supplier's bank details and emails those who may object. Throws `bad_bank_details`, `store_not_found`, and
 * the errors of `prove`.
 */
export async function saveBankAccount(
  db: Database,
  input: BankDetailsInput,
  { prove, ...saving }: SaveContext,
): Promise<PayoutAccount> {
  const details = parseDetails(input)
  const checkStillAuthenticated = await prove()
  return inTransaction(db, async (tx) => {
    await checkStillAuthenticated(tx)
    const supplier = await lockPayoutSupplier(tx, { ownerId: saving.source.businessId })
    if (!supplier) throw storeNotFound()
    return saveAccount(tx, { supplier, typed: input, details, ...saving })
  })
}

/**
 * Sets the Stripe account that the operator has connected as a supplier's payout account. Throws `supplier_not_found`.
 */
export async function saveStripeAccount(
  db: Database,
  input: Readonly<{ supplier: string; account: string; holder: string; country: string }>,
  { prove, ...saving }: SaveContext,
): Promise<PayoutAccount> {
  const checkStillAuthenticated = await prove()
  return inTransaction(db, async (tx) => {
    await checkStillAuthenticated(tx)
    const supplier = await lockPayoutSupplier(tx, { publicId: input.supplier })
    if (!supplier) throw supplierNotFound()
    return saveAccount(tx, { supplier, typed: input, details: { stripe: input.account }, ...saving })
  })
}

type SaveInput = Omit<SaveContext, 'prove'> &
  Readonly<{
    supplier: PayoutSupplier
    typed: Pick<BankDetailsInput, 'holder' | 'country'>
    details: PayoutAccountDetails
  }>

async function saveAccount(
  tx: Transaction,
  { supplier, typed, details, deps, by, source, now }: SaveInput,
): Promise<PayoutAccount> {
  const current = await findPayoutAccount(tx, supplier.id)
  const isUnchanged =
    current !== undefined && isSameDetails(await unsealDetails(deps.sealer, current), details)
  const id = await replacePayoutAccount(tx, {
    supplierId: supplier.id,
    method: details.stripe === undefined ? 'bank' : 'stripe',
    holder: typed.holder,
    country: typed.country,
    maskedNumber: maskNumber(details),
    sealed: await deps.sealer.seal(JSON.stringify(details), toSealContext(supplier.publicId)),
    // Saving the same details again does not extend their waiting time.
    usableFrom: isUnchanged ? current.usableFrom : getUsableFrom(now, current === undefined),
    createdBy: source.memberId,
    now,
  })
  const saved = await findPayoutAccount(tx, supplier.id)
  if (!saved) throw new Error('the account was not kept')
  await recordAccountChange(tx, source, { supplier, current, saved, isUnchanged })
  const email = accountChangedEmail({ store: supplier.name, account: saved })
  const emails = [...new Set([by.email, supplier.contactEmail])].flatMap((to) =>
    to ? [createEmail({ key: `payout-account:${id}:${to}`, to }, email)] : [],
  )
  await sendEmails(tx, { emails, now, enqueue: deps.enqueue })
  return saved
}

/** Records the new payout account by masked numbers; the log never has names or whole numbers. */
async function recordAccountChange(
  tx: Transaction,
  source: AuditSource,
  change: Readonly<{
    supplier: PayoutSupplier
    current: PayoutAccount | undefined
    saved: PayoutAccount
    isUnchanged: boolean
  }>,
): Promise<void> {
  const { supplier, current, saved, isUnchanged } = change
  const isSame = isUnchanged && current?.holder === saved.holder
  const toValues = ({ maskedNumber, country }: PayoutAccount) => ({ account: maskedNumber, country })
  // Masked numbers may be equal, and the holder's name is left out: the date shows that it is another account.
  const from = (account: PayoutAccount) => ({ ...toValues(account), since: account.createdAt.toISOString() })
  await recordChange(tx, source, {
    supplierId: supplier.id,
    kind: 'bank_details',
    action: current ? 'Changed the bank account' : 'Added a bank account',
    entity: 'payout_account',
    before: current ? (isSame ? toValues(current) : from(current)) : {},
    after: isSame ? toValues(saved) : from(saved),
  })
}

/** Returns the payout account of the caller's store; null when none is set. Throws `store_not_found`. */
export async function readPayoutAccountByOwner(
  db: Queryable,
  ownerId: number,
): Promise<PayoutAccount | null> {
  const supplier = await findSupplierByOwner(db, ownerId)
  if (!supplier) throw storeNotFound()
  return (await findPayoutAccount(db, supplier.id)) ?? null
}

/** Returns a supplier's payout account; null when none is set. Throws `supplier_not_found`. */
export async function readSupplierAccount(db: Queryable, publicId: string): Promise<PayoutAccount | null> {
  const supplier = await findPayoutSupplier(db, publicId)
  if (!supplier) throw supplierNotFound()
  return (await findPayoutAccount(db, supplier.id)) ?? null
}

/** Unseals the sealed details of a payout account. */
export async function unsealDetails(
  sealer: Sealer,
  { sealed, supplierPublicId }: Pick<PayoutAccount, 'sealed' | 'supplierPublicId'>,
): Promise<PayoutAccountDetails> {
  // Only `save` seals in this context.
  return JSON.parse(await sealer.open(sealed, toSealContext(supplierPublicId))) as PayoutAccountDetails
}

/** Returns the error for an account without a store. */
export function storeNotFound() {
  return notFound('store_not_found', 'You don’t have a store yet.')
}

function supplierNotFound() {
  return notFound('supplier_not_found', 'This supplier doesn’t exist.')
}

function parseDetails({
  iban: typedIban,
  accountNumber,
  bic: typedBic,
}: BankDetailsInput): PayoutAccountDetails {
  const bic = typedBic ? readBic(typedBic) : undefined
  if (typedBic && !bic) throw badDetails('bic', 'This BIC is not valid. It has 8 or 11 letters and digits.')
  if (typedIban) {
    const iban = readIban(typedIban)
    if (!iban) throw badDetails('iban', 'This IBAN is not valid. Compare it with the one from your bank.')
    return { iban, bic }
  }
  const number = accountNumber ? readAccountNumber(accountNumber) : undefined
  if (!number) throw badDetails('accountNumber', 'Enter an IBAN, or the account number in digits.')
  if (!bic) throw badDetails('bic', 'Without an IBAN, enter the bank’s BIC.')
  return { number, bic }
}

function badDetails(field: string, message: string) {
  return invalid('bad_bank_details', message, { field })
}

function maskNumber({ iban, number, bic, stripe }: PayoutAccountDetails): string {
  if (iban) return `IBAN ${iban.slice(0, 2)} … ${iban.slice(-4)}`
  if (number) return `Account … ${number.slice(-3)} at ${bic ?? ''}`
  return `Stripe … ${stripe?.slice(-4) ?? ''}`
}

function isSameDetails(one: PayoutAccountDetails, other: PayoutAccountDetails): boolean {
  return (['iban', 'number', 'bic', 'stripe'] as const).every((name) => one[name] === other[name])
}

function toSealContext(supplierPublicId: string): string {
  return `payout_account:${supplierPublicId}`
}
