import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open-database.ts'
import { measureKills } from './kills.ts'
import { measureModel } from './model.ts'

// node bench/faults/run.ts [rounds] [model|kills|both] [minutes]: so many rounds, but for no longer than that each. Exits
// non-zero when anything was wrong.
const [rounds = '100', only = 'both', minutes = 'Infinity'] = process.argv.slice(2)
const MEASURED = { model: measureModel, kills: measureKills }

const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-faults-'))
let wrong = 0
for (const [name, measure] of Object.entries(MEASURED)) {
  if (only !== 'both' && only !== name) continue
  const database = await openDatabase({ dataDir: path.join(folder, name), log: () => undefined })
  try {
    await migrate(database.pool)
    const until = performance.now() + Number(minutes) * 60_000
    wrong += await measure(database, { rounds: Number(rounds), until })
  } finally {
    await database.close()
  }
}
await rm(folder, { recursive: true, force: true })
process.exitCode = wrong === 0 ? 0 : 1
