import { Client } from 'pg'
import { runCaptured, shopCommand } from '../../scripts/command.ts'
import type { Confirmed } from './guests.ts'

/** The rows that are missing or superfluous in the database, compared with the confirmations to guests. */
export type BookErrors = Readonly<{
  lostOrders: number
  lostReceipts: number
  /** Receipts without their posting in the ledger, or postings without their receipt. */
  unequalPostings: number
  doubled: number
  isAuditClean: boolean
  auditOutput: string
}>

const CONFIRMED = `
  select
    count(*) filter (where (select count(*) from purchases p where p.idempotency_key = c.key and p.public_id = c."orderId") <> 1)::int
      as "lostOrders",
    count(*) filter (where c.page is not null and not exists (
      select from receipts r join payments y on y.id = r.payment_id where y.provider_ref = c.page))::int as "lostReceipts"
  from json_to_recordset($1) as c (key text, "orderId" text, page text)`

const DOUBLED = `
  select (select count(*) from (select email from purchases group by email having count(*) > 1) o)::int
    + (select count(*) from (select payment_id from receipts group by payment_id having count(*) > 1) r)::int as doubled,
    abs((select count(*) from receipts)
      - (select count(*) from ledger_postings where kind in ('captured', 'received_unapplied')))::int as "unequalPostings"`

/** Compares the database with the confirmations to guests, and audits the ledger. `url` leads to the primary. */
export async function checkBooks(url: string, confirmed: readonly Confirmed[]): Promise<BookErrors> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const [lost] = (
      await client.query<Pick<BookErrors, 'lostOrders' | 'lostReceipts'>>(CONFIRMED, [
        JSON.stringify(confirmed),
      ])
    ).rows
    const [doubled] = (await client.query<Pick<BookErrors, 'doubled' | 'unequalPostings'>>(DOUBLED)).rows
    if (!lost || !doubled) throw new Error('unreachable')
    return { ...lost, ...doubled, ...(await audit(url)) }
  } finally {
    await client.end()
  }
}

/** Returns the errors as messages; empty without any. */
export function explainBookErrors(errors: BookErrors): string[] {
  return [
    ...(errors.lostOrders > 0 ? [`${errors.lostOrders} confirmed orders lost`] : []),
    ...(errors.lostReceipts > 0 ? [`${errors.lostReceipts} confirmed receipts lost`] : []),
    ...(errors.unequalPostings > 0 ? [`${errors.unequalPostings} postings more or fewer than receipts`] : []),
    ...(errors.doubled > 0 ? [`${errors.doubled} orders or receipts doubled`] : []),
    ...(errors.isAuditClean ? [] : [`the audit fails:\n${errors.auditOutput}`]),
  ]
}

async function audit(url: string): Promise<Pick<BookErrors, 'isAuditClean' | 'auditOutput'>> {
  const { code, output } = await runCaptured({
    ...shopCommand('audit'),
    env: { DATABASE_URL: url, LOG_LEVEL: 'error' },
  })
  return { isAuditClean: code === 0, auditOutput: output }
}
