import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/build.ts'
import { RESTORE_BACKUP } from './proofs/backup-proof.ts'
import { NUMBER_INVOICES } from './proofs/invoice-proof.ts'
import { installClusterPackages } from './packages.ts'
import type { Proof } from './proofs/proof.ts'
import { RESTART_POOLER, ROLLING_RESTART, SILENT_DATABASE } from './proofs/process-proofs.ts'
import { FREEZE_PRIMARY, KILL_PRIMARY, SWITCHOVER } from './proofs/server-proofs.ts'
import { type ClusterShop, startClusterShop } from './shops.ts'

// npm run cluster -- [--rounds N] [--only TEXT …]: so many rounds of the losses of a primary, one of the others. Exits non-zero when a
// proof fails; 0, with the reason, where the programs of a cluster cannot be had.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [''] },
  },
})

const PROOFS: readonly Proof[] = [
  KILL_PRIMARY,
  FREEZE_PRIMARY,
  SILENT_DATABASE,
  SWITCHOVER,
  RESTART_POOLER,
  ROLLING_RESTART,
  NUMBER_INVOICES,
  RESTORE_BACKUP,
]

const packages = await installClusterPackages(path.join(import.meta.dirname, '../../.cache/cluster'))
if ('missing' in packages) console.log(`No cluster was set up: ${packages.missing}.`)
else process.exitCode = await runProofs(packages.root)

async function runProofs(root: string): Promise<number> {
  await buildIfStale()
  const startedAt = performance.now()
  const shop = await startClusterShop(root)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void shop.remove().then(() => process.exit(1)))
  console.error(`three nodes, two web processes and a worker run after ${secondsSince(startedAt)} s`)
  let errorCount = 0
  try {
    console.log('| proof | round | seconds | figures | result |\n|---|---|---|---|---|')
    for (const proof of PROOFS.filter(({ name }) => values.only.some((text) => name.includes(text))))
      errorCount += await playRounds(shop, proof)
  } finally {
    await shop.remove()
  }
  console.log(`\n${errorCount} errors, ${secondsSince(startedAt)} s.`)
  return errorCount === 0 ? 0 : 1
}

async function playRounds(shop: ClusterShop, proof: Proof): Promise<number> {
  const rounds = proof === KILL_PRIMARY || proof === FREEZE_PRIMARY ? Number(values.rounds) : 1
  let errorCount = 0
  for (let round = 1; round <= rounds; round += 1) {
    const startedAt = performance.now()
    const { figures, errors } = await proof.run(shop, round).catch((error: unknown) => ({
      figures: '',
      errors: [error instanceof Error ? error.message : String(error)],
    }))
    errorCount += errors.length
    console.log(
      `| ${proof.name} | ${round} | ${secondsSince(startedAt)} | ${figures} | ${errors.length === 0 ? 'passed' : 'FAILED'} |`,
    )
    for (const error of errors) console.log(`  - ${error}`)
  }
  return errorCount
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1_000)
}
