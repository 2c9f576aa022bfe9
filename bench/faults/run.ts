import { measureKills } from './kills.ts'
import { measureModel } from './model.ts'

// npm run faults -- [rounds] [model|kills|both] [minutes]: so many rounds, but for no longer than that each. Exits
// non-zero when anything was wrong.
const [rounds = '100', only = 'both', minutes = 'Infinity'] = process.argv.slice(2)
const MEASUREMENTS = { model: measureModel, kills: measureKills }

let errorCount = 0
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (only !== 'both' && only !== name) continue
  const deadline = performance.now() + Number(minutes) * 60_000
  errorCount += await measure({ rounds: Number(rounds), until: deadline })
}
process.exitCode = errorCount === 0 ? 0 : 1
