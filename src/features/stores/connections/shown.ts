import { toDecimal } from '#core/money.ts'
import type { KeptConnection, KeptRun } from './connecting/connection-queries.ts'
import type { ConnectionData, RunData, SelectedData } from './contract.ts'
import type { KeptPiece } from './listings/selection-queries.ts'

/** A connection as its owner sees it, with the newest of its runs. */
export function shownConnection(connection: KeptConnection, runs: readonly KeptRun[]): ConnectionData {
  const { id, publicId, platform, name, address, currency, problem, checkedAt } = connection
  return {
    id: publicId,
    platform,
    name,
    address,
    currency,
    problem,
    checkedAt: checkedAt.toISOString(),
    push: newest(runs, id, 'push'),
    pull: newest(runs, id, 'pull'),
  }
}

function newest(runs: readonly KeptRun[], connectionId: number, kind: KeptRun['kind']): RunData | null {
  const run = runs.find((one) => one.connectionId === connectionId && one.kind === kind)
  return run ? shownRun(run) : null
}

function shownRun({ connectionId: _connection, kind: _kind, ...run }: KeptRun): RunData {
  return {
    ...run,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

/** A chosen piece as its owner sees it. */
export function shownPiece(piece: KeptPiece): SelectedData {
  const { productId, name, image, isOffered, stock, retailCurrency, quantity, problem, note } = piece
  return {
    productId,
    name,
    image,
    isOffered,
    stock,
    retailCurrency,
    quantity,
    price: toDecimal(piece.sellAmount),
    retailPrice: piece.retailAmount === null ? null : toDecimal(piece.retailAmount),
    sync: { state: piece.state, problem, note, syncedAt: piece.syncedAt?.toISOString() ?? null },
  }
}
