import { toDecimal } from '#core/money.ts'
import type { StoreConnection, RunSummary } from './connecting/connection-queries.ts'
import type { ConnectionData, RunData, SelectionItemData } from './contract.ts'
import type { StoredSelectionItem } from './listings/selection-queries.ts'

/** Returns a connection as its owner sees it, with the newest of its runs. */
export function toConnectionView(connection: StoreConnection, runs: readonly RunSummary[]): ConnectionData {
  const { id, publicId, platform, name, address, currency, problem, checkedAt, whenRemoved } = connection
  return {
    id: publicId,
    platform,
    name,
    address,
    currency,
    problem,
    checkedAt: checkedAt.toISOString(),
    whenRemoved,
    push: findLatestRun(runs, id, 'push'),
    pull: findLatestRun(runs, id, 'pull'),
  }
}

function findLatestRun(
  runs: readonly RunSummary[],
  connectionId: number,
  kind: RunSummary['kind'],
): RunData | null {
  const run = runs.find((summary) => summary.connectionId === connectionId && summary.kind === kind)
  return run ? toRunView(run) : null
}

function toRunView({ connectionId: _connection, kind: _kind, ...run }: RunSummary): RunData {
  return {
    ...run,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

/** Returns a selected product as its owner sees it. */
export function toSelectionItem(item: StoredSelectionItem): SelectionItemData {
  const { productId, name, image, isOffered, stock, retailCurrency, quantity, problem, note } = item
  return {
    productId,
    name,
    image,
    isOffered,
    stock,
    retailCurrency,
    quantity,
    price: toDecimal(item.sellAmount),
    retailPrice: item.retailAmount === null ? null : toDecimal(item.retailAmount),
    sync: { state: item.state, problem, note, syncedAt: item.syncedAt?.toISOString() ?? null },
  }
}
