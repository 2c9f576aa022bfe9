import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { type OpenDatabase, openDatabase } from '#database/connections/open-database.ts'
import { issueDueInvoices } from '#features/money/documents/invoices/issue-invoices.ts'
import type { GuestStats } from '../guests.ts'
import type { Proof, ProofResult } from './proof.ts'
import { losePrimary } from './server-proofs.ts'
import type { ClusterShop } from '../shops.ts'
import { runUnderPurchases } from './under-purchases.ts'

/** How many number invoices at once, each on connections of its own, beside the worker. */
const NUMBERERS = 3

const PAUSE_MS = 20

/** Kills the primary while three number invoices at once, as fast as they can. */
export const NUMBER_INVOICES: Proof = {
  name: '12 invoices numbered by three',
  run: async (shop, round) => {
    const numberers = await Promise.all(Array.from({ length: NUMBERERS }, () => startNumberer(shop)))
    try {
      return await runUnderPurchases({
        ...(await losePrimary(shop)),
        round,
        examine: async (stats) => {
          const counts = await Promise.all(numberers.map((one) => one.finish()))
          return compareNumbers(shop, { stats, counts })
        },
      })
    } finally {
      for (const one of numberers) await one.close()
    }
  },
}

/** Numbers invoices through the pooler until `finish`, which numbers what is left and returns their count. */
async function startNumberer({ cluster }: ClusterShop) {
  const open: OpenDatabase = await openDatabase({
    url: cluster.pooledUrl,
    directUrl: cluster.directUrl,
    dataDir: '',
    poolSize: 2,
    log: () => undefined,
  })
  let [isOver, issued, failed] = [false, 0, 0]
  const issue = async () => {
    issued += await issueDueInvoices(open.db, { prefix: 'INV', now: new Date() })
  }
  const running = (async () => {
    while (!isOver) {
      await issue().catch(() => void (failed += 1))
      await delay(PAUSE_MS)
    }
  })()
  const finish = async () => {
    isOver = true
    await running
    await issue()
    return { issued, failed }
  }
  return {
    finish,
    close: async () => {
      isOver = true
      await running
      await open.close()
    },
  }
}

type Numbered = Readonly<{
  stats: GuestStats
  counts: readonly Readonly<{ issued: number; failed: number }>[]
}>

const NUMBERS = `
  select
    (select count(*) from invoices)::int as invoices,
    (select count(*) from (select place from invoices group by series, place having count(*) > 1) d)::int as doubled,
    (select coalesce(sum(last_place), 0) from document_series s
      where exists (select from invoices i where i.series = s.series))::int as last,
    (select count(*) from json_to_recordset($1) as c ("orderId" text)
      where not exists (select from invoices i join purchases p on p.id = i.purchase_id where p.public_id = c."orderId"))::int
      as missing`

type NumbersRow = Readonly<Record<'invoices' | 'doubled' | 'last' | 'missing', number>>

async function compareNumbers({ cluster }: ClusterShop, { stats, counts }: Numbered): Promise<ProofResult> {
  const client = new Client({ connectionString: cluster.directUrl })
  await client.connect()
  try {
    const paid = stats.confirmed.filter(({ page }) => page !== undefined)
    const [row] = (await client.query<NumbersRow>(NUMBERS, [JSON.stringify(paid)])).rows
    if (!row) throw new Error('unreachable')
    const { invoices, doubled, last, missing } = row
    return {
      figures: `${invoices} invoices, ${counts.map(({ issued }) => issued).join(' + ')} of them by the three; ${counts.reduce((sum, { failed }) => sum + failed, 0)} attempts failed`,
      errors: [
        ...(last === invoices ? [] : [`${invoices} invoices have numbers up to ${last}`]),
        ...(doubled === 0 ? [] : [`${doubled} numbers were given twice`]),
        ...(missing === 0 ? [] : [`${missing} paid orders have no invoice`]),
        ...(counts.every(({ issued }) => issued > 0) ? [] : ['not all of the three issued invoices']),
      ],
    }
  } finally {
    await client.end()
  }
}
