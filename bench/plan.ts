import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { writeFeed } from './feed.ts'
import type { PlanFigures } from './plan-process.ts'
import { measurePeakMb } from './shop/process-memory.ts'
import type { Measurement, Row } from './table.ts'

const ROWS = 100_000
const SCRIPT = fileURLToPath(new URL('plan-process.ts', import.meta.url))
const LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=192']

/**
 * A supplier's import of 100,000 rows. It measures its plan, its application, and the plan of a changed file
 * against all of it.
 */
export const IMPORT_PLAN: Measurement = { what: 'could not plan an import', run: measurePlan }

async function measurePlan(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-bench-plan-'))
  const database = await openDatabase({ dataDir: folder, log: () => undefined })
  try {
    await migrate(database.pool)
    const first = path.join(folder, 'first')
    await writeFeed(first, { rows: ROWS, lastProduct: 'Last Ring' })
    // Every price that ends in 9 is another one: a tenth of the products changes.
    const changed = (await readFile(first, 'utf8')).replaceAll(/deny,(\d+)9\.00/g, 'deny,$18.00')
    await writeFile(path.join(folder, 'second'), changed)
    const { figures, memoryMb } = await runChild(folder)
    const note = `${figures.changed} changed, ${figures.unchanged} unchanged`
    return [
      { what: 'plan of 100,000 new rows', figure: figures.firstPlan, unit: 's', bar: 30 },
      { what: 'plan of 100,000 rows against as many', figure: figures.secondPlan, unit: 's', bar: 30, note },
      { what: 'applying a plan of 100,000 rows', figure: ROWS / figures.apply, unit: '/s', bar: 3_000 },
      { what: 'plan of an import: memory of the process', figure: memoryMb, unit: 'MB', bar: 300 },
    ]
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runChild(dataDir: string): Promise<{ figures: PlanFigures; memoryMb: number }> {
  const child = spawn(process.execPath, [...LIMITS, SCRIPT], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const output = text(child.stdout)
  if (child.pid === undefined) throw new Error('the process could not be started')
  const memoryMb = await measurePeakMb(child.pid, () => exited)
  const [code] = await exited
  if (code !== 0) throw new Error(`the process ended with ${code}`)
  // Its own script wrote it.
  return { figures: JSON.parse(await output) as PlanFigures, memoryMb }
}
