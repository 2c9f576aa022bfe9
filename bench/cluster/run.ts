import path from 'node:path'
import { parseArgs } from 'node:util'
import { poolerRootVariable } from '#tests/shop/database-setup.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { runInherited, shopCommand } from '../../scripts/command.ts'
import { RESTORE_BACKUP } from './proofs/backup-proof.ts'
import { printCosts } from './costs.ts'
import { IDLE } from './proofs/idle-proof.ts'
import { NUMBER_INVOICES } from './proofs/invoice-proof.ts'
import { installClusterPackages } from './packages.ts'
import type { Proof } from './proofs/proof.ts'
import { RESTART_POOLER, ROLLING_RESTART, SILENT_DATABASE } from './proofs/process-proofs.ts'
import { HOLD_BACK_REPLICAS } from './proofs/replica-proof.ts'
import { FREEZE_PRIMARY, KILL_PRIMARY, SWITCHOVER } from './proofs/server-proofs.ts'
import { TWO_RELEASES } from './proofs/release-proof.ts'
import { LOSE_STORAGE } from './proofs/storage-proof.ts'
import { KILL_VALKEY } from './proofs/valkey-proof.ts'
import { type ClusterShop, startClusterShop } from './shops.ts'

// npm run cluster -- [--rounds N] [--only TEXT …]: so many rounds of the losses of a primary, one of the others.
// npm run cluster -- --journeys [PATH …]: the journeys of the browser through PgBouncer, of which every database has four connections.
// npm run cluster -- --costs [--rounds N] [--only TEXT …]: processor time of an order and a read, beside one machine.
// Exits non-zero when a proof fails; 0, with the reason, where the programs of a cluster cannot be had.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    costs: { type: 'boolean', default: false },
    journeys: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [''] },
  },
})

const PROOFS: readonly Proof[] = [
  KILL_PRIMARY,
  FREEZE_PRIMARY,
  SILENT_DATABASE,
  SWITCHOVER,
  HOLD_BACK_REPLICAS,
  RESTART_POOLER,
  ROLLING_RESTART,
  TWO_RELEASES,
  KILL_VALKEY,
  LOSE_STORAGE,
  IDLE,
  NUMBER_INVOICES,
  RESTORE_BACKUP,
]

const packages = await installClusterPackages(path.join(import.meta.dirname, '../../.cache/cluster'))
if ('missing' in packages) console.log(`No cluster was set up: ${packages.missing}.`)
else if (values.journeys) process.exitCode = await runJourneys(packages.root)
else if (values.costs) await runCosts(packages.root)
else process.exitCode = await runProofs(packages.root)

async function runJourneys(root: string): Promise<number> {
  const command = shopCommand('test:browser', ...positionals)
  return runInherited({ ...command, env: { [poolerRootVariable]: root } })
}

async function runCosts(root: string): Promise<void> {
  await buildIfStale()
  await printCosts(root, { rounds: Number(values.rounds), only: values.only })
}

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
