import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isEmbeddedRunning, isRunning } from '#database/connections/open-database.ts'

const ShopRecord = z.object({
  pid: z.number().int().positive(),
  address: z.string(),
  dataDir: z.string(),
  database: z.string().optional(),
})

/**
 * A shop that runs from this project. `database` is the host and the name of its `DATABASE_URL`, without user and
 * password; undefined when it uses the database of its data folder.
 */
export type RunningShop = Readonly<{
  pid: number
  address: string
  dataDir: string
  database: string | undefined
}>

/**
 * Returns the folder with the records of running shops. It is in the project's folder, where npm starts every
 * command.
 */
function getRecordFolder(): string {
  return path.resolve('.cache/running')
}

/** Records a running shop, so that commands find it. Returns a function that removes the record. */
export async function recordRunningShop(
  shop: RunningShop,
  folder = getRecordFolder(),
): Promise<() => Promise<void>> {
  const file = path.join(folder, `${shop.pid}.json`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, JSON.stringify(shop), { mode: 0o600 })
  } catch {
    // Without write access to the project, commands require DATA_DIR instead.
  }
  return () => rm(file, { force: true })
}

/** Returns the shops that run from this project, one per database. */
export async function listRunningShops(folder = getRecordFolder()): Promise<RunningShop[]> {
  const files = await readdir(folder).catch(() => [])
  const records = await Promise.all(files.map((name) => readRecord(path.join(folder, name))))
  const running = records.flatMap((shop) => shop ?? [])
  return [...new Map(running.map((shop) => [shop.database ?? shop.dataDir, shop])).values()]
}

/** Returns the shop of a record; undefined when it has ended. Its pid may have been reused by another process. */
async function readRecord(file: string): Promise<RunningShop | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const shop = ShopRecord.safeParse(parseJson(text)).data
  if (!shop || shop.pid === process.pid || !isRunning(shop.pid)) return undefined
  const { database } = shop
  return database !== undefined || (await isEmbeddedRunning(shop.dataDir)) ? { ...shop, database } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
