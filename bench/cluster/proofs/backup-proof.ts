import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { REPOSITORY, runBackup } from '../database/backups.ts'
import { checkBooks, explainBookErrors } from '../books.ts'
import { findPrimary } from '../cluster.ts'
import type { GuestStats } from '../guests.ts'
import { DATA, runProgram } from '../program.ts'
import type { Proof, ProofResult } from './proof.ts'
import { type RestoredServer, restoreServer } from '../database/restored.ts'
import { runUnderPurchases } from './under-purchases.ts'

/** How long guests buy after the moment that is restored: longer than the archive waits for a segment of the log. */
const BUY_ON_MS = 62_000

/** The age of the last order in the newest state that can be restored, when every server is lost. */
const MAX_AGE_MS = 60_000

/** The repository as a loss of every server would leave it. */
const LEFT = `${DATA}/backups-left`

type Loss = Readonly<{ root: string; moment: Date; lostAt: Date }>

/** Backs up the shop while guests buy, and restores a moment and the newest state into a fourth server. */
export const RESTORE_BACKUP: Proof = {
  name: '13 backup restored',
  run: async (shop, round) => {
    const { root, nodes } = shop.cluster
    const primary = await findPrimary(nodes)
    let loss: Loss | undefined
    return runUnderPurchases({
      shop,
      round,
      maxGapMs: 10_000,
      cause: async () => {
        await runBackup(root, primary.name, 'check')
        const startedAt = performance.now()
        await runBackup(root, primary.name, '--type=full', 'backup')
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
        await delay(4_000)
        const moment = new Date()
        await delay(BUY_ON_MS)
        loss = { root, moment, lostAt: new Date() }
        await runProgram(root, 'pgbackrest', ['/usr/bin/cp', '-a', REPOSITORY, LEFT])
        return `full backup in ${seconds} s`
      },
      examine: async (stats) => {
        if (!loss) throw new Error('unreachable')
        const parts = [await restoreMoment(loss, stats), await restoreNewest(loss)]
        return {
          figures: parts.map(({ figures }) => figures).join('; '),
          errors: parts.flatMap(({ errors }) => errors),
        }
      },
    })
  },
}

async function restoreMoment({ root, moment }: Loss, { confirmed }: GuestStats): Promise<ProofResult> {
  const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
  const options = ['--type=time', `--target=${target}`, '--target-action=promote']
  const server = await restoreServer(root, { repository: LEFT, options })
  try {
    const before = confirmed.filter(({ at }) => at < moment.getTime())
    const errors = explainBookErrors(await checkBooks(server.url, before))
    const newest = await findNewestOrder(server)
    return {
      figures: `${before.length} orders before the moment, restored in ${server.seconds} s`,
      errors: [
        ...errors,
        ...(before.length === 0 ? ['no order was confirmed before the moment'] : []),
        ...(newest > moment ? [`an order of ${newest.toISOString()} is later than ${target}`] : []),
      ],
    }
  } finally {
    await server.stop()
  }
}

async function restoreNewest({ root, lostAt }: Loss): Promise<ProofResult> {
  const server = await restoreServer(root, { repository: LEFT, options: ['--delta', '--type=default'] })
  try {
    const ageMs = lostAt.getTime() - (await findNewestOrder(server)).getTime()
    return {
      figures: `newest state in ${server.seconds} s, its last order ${(ageMs / 1_000).toFixed(1)} s before the loss`,
      errors: [
        ...explainBookErrors(await checkBooks(server.url, [])),
        ...(ageMs > MAX_AGE_MS ? [`the last order is ${ageMs} ms older than the loss`] : []),
      ],
    }
  } finally {
    await server.stop()
  }
}

async function findNewestOrder({ url }: RestoredServer): Promise<Date> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ newest: Date | null }>(
      'select max(placed_at) as newest from purchases',
    )
    const newest = rows[0]?.newest
    if (!newest) throw new Error('the restored server has no order')
    return newest
  } finally {
    await client.end()
  }
}
