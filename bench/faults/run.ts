import { measureKills } from './kills.ts'
import { measureModel } from './model.ts'
import { measureStoreKills } from './store-kills.ts'
import { measureStores } from './stores.ts'

// npm run faults -- [rounds] [model|kills|stores|store-kills|all] [minutes]: runs that many rounds, each within the minutes.
// Exits non-zero after any error.
const [rounds = '100', only = 'all', minutes = 'Infinity'] = process.argv.slice(2)
const MEASUREMENTS = {
  model: measureModel,
  kills: measureKills,
  stores: measureStores,
  'store-kills': measureStoreKills,
}

let errorCount = 0
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (only !== 'all' && only !== name) continue
  const deadline = performance.now() + Number(minutes) * 60_000
  errorCount += await measure({ rounds: Number(rounds), until: deadline })
}
process.exitCode = errorCount === 0 ? 0 : 1
