import { useEffect, useState } from 'react'
import type { WishData, WishlistData } from '#features/catalogue/wishlist/contract.ts'
import { call, messageOf } from '#web/app/calls/api.ts'
import { readUser, useUser } from '#web/app/session/session.ts'

/** A piece on the list; `gone` says where it went, where it was taken off just now, `isBack` that it was put back just now. */
export type ListedWish = WishData & Readonly<{ gone?: 'removed' | 'in_cart' | undefined; isBack?: boolean }>

/** How it stands with the list: `waiting` until it came, and as long as nobody knows who is asking. */
export type WishesState =
  | Readonly<{ kind: 'waiting' }>
  | Readonly<{ kind: 'signed_out' }>
  | Readonly<{ kind: 'failed'; message: string }>
  | Readonly<{ kind: 'listed'; list: Omit<WishlistData, 'wishes'>; wishes: readonly ListedWish[] }>

/** Changes what is shown of one piece. */
export type Show = (productId: string, change: Partial<ListedWish>) => void

/** A page of the wishlist of who is signed in, and the address that mails about it go to. */
export type Wishes = Readonly<{
  state: WishesState
  email: string | undefined
  reload(): void
  show: Show
}>

/** Fetches a page of the wishlist, anew for each page and person. Pieces taken off keep their place until then. */
export function useWishes(page: number): Wishes {
  const user = useUser()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<WishesState>({ kind: 'waiting' })
  const userId = user?.id

  useEffect(() => {
    // Read here, as a page that is just waking up knows nobody yet.
    if (!readUser()) return setState({ kind: 'signed_out' })
    const over = new AbortController()
    setState({ kind: 'waiting' })
    void loadList(page, over.signal).then((loaded) => {
      if (!over.signal.aborted) setState(loaded)
    })
    return () => over.abort()
  }, [userId, page, round])

  return {
    state,
    email: user?.email,
    reload: () => setRound((before) => before + 1),
    show: (productId, change) => setState((now) => withChange(now, productId, change)),
  }
}

async function loadList(page: number, signal: AbortSignal): Promise<WishesState> {
  try {
    const { wishes, total, pages, ...answer } = await call(
      'GET /shop/getWishlist',
      { query: { page } },
      { signal },
    )
    return { kind: 'listed', list: { total, pages, page: answer.page }, wishes }
  } catch (error) {
    return { kind: 'failed', message: messageOf(error, 'Your wishlist could not be read just now.') }
  }
}

function withChange(state: WishesState, productId: string, change: Partial<ListedWish>): WishesState {
  if (state.kind !== 'listed') return state
  const wishes = state.wishes.map((wish) => (wish.productId === productId ? { ...wish, ...change } : wish))
  const left = wishes.filter(({ gone }) => !gone).length - state.wishes.filter(({ gone }) => !gone).length
  return { ...state, wishes, list: { ...state.list, total: state.list.total + left } }
}
