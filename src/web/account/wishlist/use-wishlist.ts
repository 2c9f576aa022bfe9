import { useEffect, useState } from 'react'
import type { WishlistItemData, WishlistData } from '#features/catalogue/wishlist/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { readUser, useUser } from '#web/app/session/session.ts'

/**
 * A product on the wishlist. `gone` is set after its removal and states where it went, `isBack` after it was
 * restored.
 */
export type WishlistItem = WishlistItemData &
  Readonly<{ gone?: 'removed' | 'in_cart' | undefined; isBack?: boolean }>

/** The state of the wishlist: `waiting` until it is loaded, and while the user is unknown. */
export type WishlistState =
  | Readonly<{ kind: 'waiting' }>
  | Readonly<{ kind: 'signed_out' }>
  | Readonly<{ kind: 'failed'; message: string }>
  | Readonly<{ kind: 'listed'; list: Omit<WishlistData, 'items'>; items: readonly WishlistItem[] }>

/** Changes the displayed data of one product. */
export type UpdateItem = (productId: string, change: Partial<WishlistItem>) => void

/** A page of the wishlist of the signed-in user, and the address that emails about it go to. */
export type Wishlist = Readonly<{
  state: WishlistState
  email: string | undefined
  reload(): void
  show: UpdateItem
}>

/**
 * Returns a page of the wishlist, fetched again for each page and user. Removed products keep their place until then.
 */
export function useWishlist(page: number): Wishlist {
  const user = useUser()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<WishlistState>({ kind: 'waiting' })
  const userId = user?.id

  useEffect(() => {
    // Read here, because a page does not know the user during hydration.
    if (!readUser()) return setState({ kind: 'signed_out' })
    const controller = new AbortController()
    setState({ kind: 'waiting' })
    void loadWishlist(page, controller.signal).then((loaded) => {
      if (!controller.signal.aborted) setState(loaded)
    })
    return () => controller.abort()
  }, [userId, page, round])

  return {
    state,
    email: user?.email,
    reload: () => setRound((before) => before + 1),
    show: (productId, change) => setState((now) => withChange(now, productId, change)),
  }
}

async function loadWishlist(page: number, signal: AbortSignal): Promise<WishlistState> {
  try {
    const { items, total, pages, ...answer } = await call(
      'GET /shop/getWishlist',
      { query: { page } },
      { signal },
    )
    return { kind: 'listed', list: { total, pages, page: answer.page }, items }
  } catch (error) {
    return { kind: 'failed', message: explainError(error, 'We couldn’t load your wishlist.') }
  }
}

function withChange(state: WishlistState, productId: string, change: Partial<WishlistItem>): WishlistState {
  if (state.kind !== 'listed') return state
  const items = state.items.map((item) => (item.productId === productId ? { ...item, ...change } : item))
  const remaining = items.filter(({ gone }) => !gone).length - state.items.filter(({ gone }) => !gone).length
  return { ...state, items, list: { ...state.list, total: state.list.total + remaining } }
}
