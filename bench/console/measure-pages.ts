import { loadavg } from 'node:os'
import { readProcessorMs } from './processor-time.ts'

const WARM_UPS = 3
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 20)
/** The limit of a page's calls together on the server, in milliseconds. */
const PAGE_BAR_MS = 50
/** The same for the first page of a console. */
export const HOME_BAR_MS = 150

/** A page of a console with its calls. */
export type PageCalls = Readonly<{ page: string; paths: readonly string[]; barMs?: number }>

/** The measured shop, and the account of the calls. */
export type MeasuredShop = Readonly<{
  url: string
  pid: number
  dataDir: string
  headers: Readonly<Record<string, string>>
}>

/**
 * Prints for each page how long all its calls take together, and the processor time of that. The second is what a machine without other
 * work would need at most; the bar is held against the lower of both.
 */
export async function printPages(shop: MeasuredShop, pages: readonly PageCalls[]): Promise<void> {
  console.log(
    '\n| page | median ms | least ms | least processor ms | bar ms | load | |\n|---|---|---|---|---|---|---|',
  )
  for (const { page, paths, barMs = PAGE_BAR_MS } of pages) {
    const { tookMs, workedMs } = await measurePage(shop, paths)
    const median = tookMs[Math.floor(tookMs.length / 2)] ?? 0
    const [least = 0, work = 0] = [tookMs[0], workedMs[0]]
    const figures = [median, least, work, barMs, loadavg()[0] ?? 0].map((figure) => figure.toFixed(0))
    console.log(
      `| ${[page, ...figures, Math.min(least, work) <= barMs ? 'reached' : 'MISSED'].join(' | ')} |`,
    )
  }
}

async function measurePage(
  shop: MeasuredShop,
  paths: readonly string[],
): Promise<{ tookMs: number[]; workedMs: number[] }> {
  const tookMs: number[] = []
  const workedMs: number[] = []
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const worked = readProcessorMs(shop)
    const startedAt = performance.now()
    await Promise.all(paths.map((path) => requestCall(shop, path)))
    const took = performance.now() - startedAt
    if (round < 0) continue
    tookMs.push(took)
    workedMs.push(readProcessorMs(shop) - worked)
  }
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
  return { tookMs: sorted(tookMs), workedMs: sorted(workedMs) }
}

async function requestCall({ url, headers }: MeasuredShop, path: string): Promise<void> {
  const answer = await fetch(url + path, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
}
