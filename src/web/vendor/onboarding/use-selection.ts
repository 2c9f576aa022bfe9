import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/app/calls/api.ts'
import { readUser, useUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'
import type { TablePiece, Wish } from './chosen-product.ts'
import {
  type Asked,
  type Listed,
  localSelections,
  notKept,
  type Selections,
  serverSelections,
} from './selections.ts'

/** How it stands with a selection: `waiting` until it came. */
export type SelectionState =
  | Readonly<{ kind: 'waiting' }>
  | Readonly<{ kind: 'failed'; message: string }>
  | (Readonly<{ kind: 'listed' }> & Listed)

/** A vendor's selection, as far as it was asked for, and what can be done with it; what goes wrong is said by a toast. */
export type Selection = Readonly<{
  state: SelectionState
  /** Whether it is kept at the server: for whoever is signed in as a vendor. */
  isSaved: boolean
  of(id: string): TablePiece | undefined
  add(piece: TablePiece): Promise<void>
  change(piece: TablePiece, wish: Wish): Promise<boolean>
  remove(piece: TablePiece): Promise<void>
  reload(): void
}>

/** Fetches what was asked of the selection, anew for each question and person. */
export function useSelection(asked: Asked): Selection {
  const user = useUser()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<SelectionState>({ kind: 'waiting' })
  const isSaved = user?.type === 'vendor'
  const question = JSON.stringify(asked)
  const latest = useRef(asked)
  const userId = user?.id

  useEffect(() => {
    latest.current = asked
  })

  useEffect(() => {
    const over = new AbortController()
    void load(latest.current, over.signal).then((loaded) => {
      if (!over.signal.aborted) setState(loaded)
    })
    return () => over.abort()
  }, [userId, question, round])

  return {
    state,
    isSaved,
    reload: () => setRound((before) => before + 1),
    of: (id) => (state.kind === 'listed' ? state.pieces.find((piece) => piece.id === id) : undefined),
    async add(piece) {
      const total = await attempt(placeNow().add(piece))
      if (total !== undefined) setState((now) => withPiece(now, piece, total))
    },
    async change(piece, wish) {
      const isChosen = state.kind === 'listed' && state.pieces.some(({ id }) => id === piece.id)
      const changed = { ...piece, ...wish }
      const total = await attempt(isChosen ? changeIt(piece, wish, state.total) : placeNow().add(changed))
      if (total === undefined) return false
      setState((now) => withPiece(now, changed, total))
      return true
    },
    async remove(piece) {
      const total = await attempt(placeNow().remove(piece.id))
      if (total !== undefined) setState((now) => withoutPiece(now, piece.id, total))
    },
  }
}

/** Where the selection is kept, read at each turn: somebody may have signed in meanwhile. */
function placeNow(): Selections {
  return readUser()?.type === 'vendor' ? serverSelections : localSelections
}

async function changeIt(piece: TablePiece, wish: Wish, total: number): Promise<number> {
  await placeNow().change(piece, wish)
  return total
}

/** What came of it; undefined where it failed, which is said by a toast. */
async function attempt<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    toast.error(notKept(error) ?? messageOf(error, WENT_WRONG))
    return undefined
  }
}

const WENT_WRONG = 'Something went wrong, please try again later.'

async function load(asked: Asked, signal: AbortSignal): Promise<SelectionState> {
  try {
    return { kind: 'listed', ...(await placeNow().list(asked, signal)) }
  } catch (error) {
    return { kind: 'failed', message: messageOf(error, 'Your selection could not be read just now.') }
  }
}

function withPiece(state: SelectionState, piece: TablePiece, total: number): SelectionState {
  if (state.kind !== 'listed') return state
  const isThere = state.pieces.some(({ id }) => id === piece.id)
  const pieces = isThere
    ? state.pieces.map((one) => (one.id === piece.id ? piece : one))
    : [piece, ...state.pieces]
  return { ...state, pieces, total }
}

function withoutPiece(state: SelectionState, id: string, total: number): SelectionState {
  if (state.kind !== 'listed') return state
  return { ...state, pieces: state.pieces.filter((piece) => piece.id !== id), total }
}
