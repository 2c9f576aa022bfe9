import type { StoreLimit } from './port.ts'
import { toDecimal } from '#core/money.ts'
import type { StoreConnection, RunSummary } from './connecting/connection-queries.ts'
import type { ConnectionData, RunData, SelectionItemData } from './contract.ts'
import type { StoredSelectionItem } from './listings/selection-queries.ts'

/** Returns a connection as its owner sees it, with the newest of its runs. */
export function toConnectionView(connection: StoreConnection, runs: readonly RunSummary[]): ConnectionData {
  const { id, publicId, platform, name, address, currency, problem, limits, checkedAt, whenRemoved } =
    connection
  return {
    id: publicId,
    platform,
    name,
    address,
    currency,
    problem,
    warning: explainLimits(limits),
    checkedAt: checkedAt.toISOString(),
    whenRemoved,
    push: findLatestRun(runs, id, 'push'),
    pull: findLatestRun(runs, id, 'pull'),
  }
}

/** Returns the rights that a store's keys lack, as a message for its owner; null if they lack none. */
export function explainLimits([limit]: readonly StoreLimit[]): string | null {
  return limit === undefined ? null : LIMIT_TEXTS[limit]
}

const LIMIT_TEXTS: Readonly<Record<StoreLimit, string>> = {
  cancel_orders:
    'Orders can’t be cancelled in this store from here: its app is missing the scope write_orders. Everything else works. Add the scope to your app in the Shopify admin, then check the connection again.',
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

/** The price of a product by the vendor's rules, in units of the currency; null without a rule. */
type RuledPrice = Pick<SelectionItemData, 'rulePrice' | 'ruleCurrency'>

/** Returns a selected product as its owner sees it. */
export function toSelectionItem(item: StoredSelectionItem, ruled: RuledPrice): SelectionItemData {
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
    ...ruled,
    retailPrice: item.retailAmount === null ? null : toDecimal(item.retailAmount),
    sync: { state: item.state, problem, note, syncedAt: item.syncedAt?.toISOString() ?? null },
  }
}
