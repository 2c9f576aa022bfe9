import { inTransaction, type Database } from '#database/database.ts'
import { AppError, notFound, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { formatDecimal } from '#core/money.ts'
import { DAY, addMs } from '#core/time.ts'
import type { Cell } from '#platform/csv.ts'
import type { Sealer } from '#platform/security/sealing.ts'
import { listPayoutAccounts } from '../accounts/account-queries.ts'
import { unsealDetails } from '../accounts/accounts.ts'
import { type FileRow, findFile, insertFile, lockPreparedPayouts } from './file-queries.ts'
import { movePayout } from '../sending/move-payout.ts'
import { type Payout, listFilePayouts } from '../sending/payout-queries.ts'
import { type CreditTransfer, renderPain001 } from './pain001.ts'
import type { PayoutDeps } from '../port.ts'
import { toBankReference, type PayoutEvent } from '../rules.ts'

/** The operator who creates a file, and the day on which the bank sends the money. */
export type PayoutFileInput = Readonly<{
  currency: string
  payOn: string
  by: number
  deps: PayoutDeps
  now: Date
}>

/**
 * Puts all prepared bank payouts of a currency, at most a thousand, into one file. Each is in one file only. Throws
 * `nothing_to_pay`, and `day_is_over` for a day that is over in every time zone: west of Greenwich the day before lasts
 * some hours longer.
 */
export async function createPayoutFile(db: Database, input: PayoutFileInput): Promise<FileRow> {
  const { currency, payOn, by, deps, now } = input
  if (payOn < addMs(now, -DAY).toISOString().slice(0, 10))
    throw refused('day_is_over', 'The payment date can’t be in the past.')
  return inTransaction(db, async (tx) => {
    const payoutIds = await lockPreparedPayouts(tx, currency)
    if (payoutIds.length === 0)
      throw refused('nothing_to_pay', `No payouts in ${currency} are waiting for a file.`)
    const publicId = newSecretId('payoutFile')
    await insertFile(tx, { publicId, currency, payOn, payoutIds, createdBy: by, now })
    const cause = { actor: 'operator', accountId: by } as const
    for (const id of payoutIds) await movePayout(tx, id, { event: 'bundle', cause, deps, now })
    return requireFile(await findFile(tx, publicId))
  })
}

/** Moves all eligible payouts of a file: submitted to the bank, or sent. Returns how many. Throws `file_not_found`. */
export async function markPayoutFile(
  db: Database,
  publicId: string,
  {
    event,
    by,
    deps,
    now,
  }: Readonly<{ event: Extract<PayoutEvent, 'send' | 'confirm'>; by: number; deps: PayoutDeps; now: Date }>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    requireFile(await findFile(tx, publicId))
    const payouts = await listFilePayouts(tx, publicId)
    const cause = { actor: 'operator', accountId: by } as const
    const eligible = payouts.filter(({ state }) =>
      event === 'send' ? state === 'in_file' : state === 'in_file' || state === 'sent',
    )
    for (const { publicId: id } of eligible) await movePayout(tx, id, { event, cause, deps, now })
    return eligible.length
  })
}

/**
 * Renders the file as pain.001.001.09 XML, byte for byte the same each time. Throws `file_not_found` and
 * `no_paying_bank`.
 */
export async function renderFileXml(
  db: Database,
  publicId: string,
  { settings, sealer }: Pick<PayoutDeps, 'settings' | 'sealer'>,
): Promise<string> {
  const { bank } = settings
  if (!bank)
    throw new AppError(
      'refused',
      'no_paying_bank',
      'Set PAYOUT_BANK to the paying account first. The CSV file doesn’t need it.',
    )
  const { file, transfers } = await readFileTransfers(db, publicId, sealer)
  const messageId = toBankReference(file.publicId)
  return renderPain001({ messageId, createdAt: file.createdAt, payOn: file.payOn, debtor: bank, transfers })
}

/** Returns the file as table rows, headers first. Throws `file_not_found`. */
export async function toFileRows(db: Database, publicId: string, sealer: Sealer): Promise<Cell[][]> {
  const { file, transfers } = await readFileTransfers(db, publicId, sealer)
  const heads = [
    'reference',
    'pay_on',
    'holder',
    'country',
    'iban',
    'account_number',
    'bic',
    'currency',
    'amount',
  ]
  return [
    [...heads, 'purpose'],
    ...transfers.map((to) => [
      to.reference,
      file.payOn,
      to.holder,
      to.country,
      to.iban ?? '',
      to.number ?? '',
      to.bic ?? '',
      to.currency,
      formatDecimal(to.amount, to.currency),
      to.purpose,
    ]),
  ]
}

async function readFileTransfers(
  db: Database,
  publicId: string,
  sealer: Sealer,
): Promise<{ file: FileRow; transfers: CreditTransfer[] }> {
  const file = requireFile(await findFile(db, publicId))
  // A failed payout is left out, even of a file that was created before.
  const payouts = (await listFilePayouts(db, publicId)).filter(({ state }) => state !== 'failed')
  if (payouts.length === 0) throw refused('nothing_to_pay', 'All payouts of this file were cancelled.')
  const accounts = await listPayoutAccounts(
    db,
    payouts.map(({ accountId }) => accountId),
  )
  const toCreditTransfer = async (payout: Payout): Promise<CreditTransfer> => {
    const account = accounts.get(payout.accountId)
    if (!account) throw new Error(`the payout ${payout.publicId} has no account`)
    const { holder, country } = account
    const { iban, number, bic } = await unsealDetails(sealer, account)
    const { currency, amount } = payout
    const reference = toBankReference(payout.publicId)
    return { reference, holder, country, iban, number, bic, currency, amount, purpose: `Payout ${reference}` }
  }
  return { file, transfers: await Promise.all(payouts.map(toCreditTransfer)) }
}

function requireFile(file: FileRow | undefined): FileRow {
  if (!file) throw notFound('file_not_found', 'This payout file doesn’t exist.')
  return file
}
