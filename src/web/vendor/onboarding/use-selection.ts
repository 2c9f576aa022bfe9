import { useEffect, useRef, useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { readActingType } from '#web/app/session/business.ts'
import { useUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'
import type { SelectableProduct, RetailSettings } from './selectable-product.ts'
import {
  type SelectionQuery,
  type SelectedProductsPage,
  localSelectionStore,
  explainNotSaved,
  type SelectionStore,
  serverSelectionStore,
} from './selection-stores.ts'

/** The state of a selection: `waiting` while it loads. */
export type SelectionState =
  | Readonly<{ kind: 'waiting' }>
  | Readonly<{ kind: 'failed'; message: string }>
  | (Readonly<{ kind: 'listed' }> & SelectedProductsPage)

/** The loaded page of a vendor's selection, and its actions. Failures are reported by a toast. */
export type Selection = Readonly<{
  state: SelectionState
  /** Whether it is stored on the server, as for signed-in vendors. */
  isSaved: boolean
  of(id: string): SelectableProduct | undefined
  add(product: SelectableProduct): Promise<void>
  change(product: SelectableProduct, settings: RetailSettings): Promise<boolean>
  remove(product: SelectableProduct): Promise<void>
  reload(): void
}>

/** Returns a page of the selection, reloaded for another query or user. */
export function useSelection(query: SelectionQuery): Selection {
  const user = useUser()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<SelectionState>({ kind: 'waiting' })
  const isSaved = user !== undefined && readActingType() === 'vendor'
  const question = JSON.stringify(query)
  const latest = useRef(query)
  const userId = user?.id

  useEffect(() => {
    latest.current = query
  })

  useEffect(() => {
    const controller = new AbortController()
    void loadSelection(latest.current, controller.signal).then((loaded) => {
      if (!controller.signal.aborted) setState(loaded)
    })
    return () => controller.abort()
  }, [userId, question, round])

  return {
    state,
    isSaved,
    reload: () => setRound((before) => before + 1),
    of: (id) => (state.kind === 'listed' ? state.products.find((product) => product.id === id) : undefined),
    async add(product) {
      const total = await toastFailure(currentStore().add(product))
      if (total === undefined) return
      const stored = await readStored(product)
      setState((now) => withProduct(now, stored, total))
    },
    async change(product, settings) {
      const isSelected = state.kind === 'listed' && state.products.some(({ id }) => id === product.id)
      const changed = { ...product, ...settings }
      const total = await toastFailure(
        isSelected ? changeSelection(product, settings, state.total) : currentStore().add(changed),
      )
      if (total === undefined) return false
      const stored = await readStored(changed)
      setState((now) => withProduct(now, stored, total))
      return true
    },
    async remove(product) {
      const total = await toastFailure(currentStore().remove(product.id))
      if (total !== undefined) setState((now) => withoutProduct(now, product.id, total))
    },
  }
}

/** Returns the storage of the selection. It is determined for each call, as the user may have signed in meanwhile. */
function currentStore(): SelectionStore {
  return readActingType() === 'vendor' ? serverSelectionStore : localSelectionStore
}

/** Returns a selected product as it is stored, with its price by the vendor's rules; itself if that can't be read. */
async function readStored(product: SelectableProduct): Promise<SelectableProduct> {
  try {
    const { products } = await currentStore().list({ ids: [product.id] }, new AbortController().signal)
    return products[0] ?? product
  } catch {
    return product
  }
}

async function changeSelection(
  product: SelectableProduct,
  settings: RetailSettings,
  total: number,
): Promise<number> {
  await currentStore().change(product, settings)
  return total
}

/** Returns the result of a call; undefined on failure, which a toast reports. */
async function toastFailure<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    toast.error(explainNotSaved(error) ?? explainError(error, REQUEST_FAILED))
    return undefined
  }
}

const REQUEST_FAILED = 'Something went wrong, please try again later.'

async function loadSelection(query: SelectionQuery, signal: AbortSignal): Promise<SelectionState> {
  try {
    return { kind: 'listed', ...(await currentStore().list(query, signal)) }
  } catch (error) {
    return { kind: 'failed', message: explainError(error, 'We couldn’t load your selection.') }
  }
}

function withProduct(state: SelectionState, product: SelectableProduct, total: number): SelectionState {
  if (state.kind !== 'listed') return state
  const isListed = state.products.some(({ id }) => id === product.id)
  const products = isListed
    ? state.products.map((one) => (one.id === product.id ? product : one))
    : [product, ...state.products]
  return { ...state, products, total }
}

function withoutProduct(state: SelectionState, id: string, total: number): SelectionState {
  if (state.kind !== 'listed') return state
  return { ...state, products: state.products.filter((product) => product.id !== id), total }
}
