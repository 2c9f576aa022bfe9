import { useEffect, useState } from 'react'
import type {
  ConnectionData,
  NewConnectionData,
  PlatformName,
} from '#features/stores/connections/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { readUser, useUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'

/** The state of an account's connected stores. It is `waiting` until they are loaded, and while the user is unknown. */
export type StoreConnectionsState =
  | Readonly<{ kind: 'waiting' | 'signed_out' }>
  | Readonly<{ kind: 'failed'; message: string }>
  | Readonly<{ kind: 'listed'; connections: readonly ConnectionData[] }>

/** The signed-in account's connected stores and their actions. Each change reports its result by a toast. */
export type StoreConnections = Readonly<{
  state: StoreConnectionsState
  /** Returns the connected stores of a platform, oldest first; empty until they are loaded. */
  of(platform: PlatformName): readonly ConnectionData[]
  /** Connects a store; returns an error message, or undefined on success. */
  save(connection: NewConnectionData): Promise<string | undefined>
  check(id: string): Promise<void>
  remove(id: string): Promise<void>
  /** Shows a connection of another call's response. */
  show(connection: ConnectionData): void
  reload(): void
}>

/** Returns the currency of retail prices: that of the connected store, by default dollars. */
export function connectedCurrency(state: StoreConnectionsState): string {
  return (state.kind === 'listed' && state.connections[0]?.currency) || 'USD'
}

/** The toast for a user who must sign in before saving (ROUTE-33). */
export const SIGN_IN_TO_SAVE = 'Please sign in to save this.'

const REQUEST_FAILED = 'Something went wrong, please try again later.'

/** Returns the connected stores, fetched again for each account. */
export function useConnections(): StoreConnections {
  const user = useUser()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<StoreConnectionsState>({ kind: 'waiting' })
  const userId = user?.id

  useEffect(() => {
    // Read here, because a page does not know the user during hydration.
    const now = readUser()
    if (!now) return setState({ kind: 'signed_out' })
    // Operators have no store to connect.
    if (now.type === 'operator') return setState({ kind: 'listed', connections: [] })
    const controller = new AbortController()
    void loadConnections(controller.signal).then((loaded) => {
      if (!controller.signal.aborted) setState(loaded)
    })
    return () => controller.abort()
  }, [userId, round])

  const replace = (connection: ConnectionData) => setState((now) => withConnection(now, connection))
  return {
    state,
    of: (platform) =>
      state.kind === 'listed' ? state.connections.filter((one) => one.platform === platform) : [],
    save: (connection) => saveConnection(connection, replace),
    check: (id) => checkConnection(id, replace),
    remove: (id) => removeConnection(id, () => setState((now) => withoutConnection(now, id))),
    show: replace,
    reload: () => setRound((before) => before + 1),
  }
}

async function loadConnections(signal: AbortSignal): Promise<StoreConnectionsState> {
  try {
    const { connections } = await call('GET /stores/connections', undefined, { signal })
    return { kind: 'listed', connections }
  } catch (error) {
    return { kind: 'failed', message: explainError(error, 'We couldn’t load your stores.') }
  }
}

type ReplaceConnection = (connection: ConnectionData) => void

async function saveConnection(
  body: NewConnectionData,
  replace: ReplaceConnection,
): Promise<string | undefined> {
  if (!readUser()) {
    toast.error(SIGN_IN_TO_SAVE)
    return SIGN_IN_TO_SAVE
  }
  try {
    const { connection, message } = await call('POST /stores/connections', { body })
    replace(connection)
    toast.success(message)
    return undefined
  } catch (error) {
    const message = explainError(error, REQUEST_FAILED)
    toast.error(message)
    return message
  }
}

async function checkConnection(id: string, replace: ReplaceConnection): Promise<void> {
  try {
    const { connection, message } = await call('POST /stores/connections/{id}/check', { params: { id } })
    replace(connection)
    if (connection.problem === null) toast.success(message)
    else toast.error(connection.problem)
  } catch (error) {
    toast.error(explainError(error, REQUEST_FAILED))
  }
}

async function removeConnection(id: string, hide: () => void): Promise<void> {
  try {
    const { message } = await call('POST /stores/connections/{id}/remove', { params: { id } })
    hide()
    toast.success(message)
  } catch (error) {
    toast.error(explainError(error, REQUEST_FAILED))
  }
}

function withConnection(state: StoreConnectionsState, connection: ConnectionData): StoreConnectionsState {
  const before = state.kind === 'listed' ? state.connections : []
  const isKnown = before.some(({ id }) => id === connection.id)
  const connections = isKnown
    ? before.map((one) => (one.id === connection.id ? connection : one))
    : [...before, connection]
  return { kind: 'listed', connections }
}

function withoutConnection(state: StoreConnectionsState, id: string): StoreConnectionsState {
  if (state.kind !== 'listed') return state
  return { kind: 'listed', connections: state.connections.filter((one) => one.id !== id) }
}
