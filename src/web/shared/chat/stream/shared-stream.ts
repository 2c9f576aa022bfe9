import type { StreamEvent } from './event-stream.ts'
import type { StreamState } from './live-stream.ts'

/** The receiver of the stream's events. */
type StreamListener = Readonly<{ onEvent(event: StreamEvent): void; onState(state: StreamState): void }>

/** The dependencies of a shared stream: the listener of the leading tab, and the receivers of every tab. */
export type SharedStreamDeps = StreamListener &
  Readonly<{
    /** The lock's name, the same for all tabs of one user. */
    name: string
    listen(
      listener: StreamListener & Readonly<{ onAlive(): void }>,
      signal: AbortSignal,
      position: { lastId: string },
    ): Promise<void>
  }>

/** A message between tabs. */
type TabMessage =
  | Readonly<{ kind: 'event'; event: StreamEvent }>
  | Readonly<{ kind: 'state'; state: StreamState; lastId: string }>
  | Readonly<{ kind: 'alive' | 'hello' }>

/** The state of this tab: whether it listens for all tabs, and the stream's position. */
type TabState = {
  isLeader: boolean
  state: StreamState
  lastMessageAt: number
  leading: AbortController | undefined
  readonly position: { lastId: string }
}

/** The time after which a silent leading tab counts as suspended and another one takes over, in milliseconds. */
const LEADER_TIMEOUT_MS = 70_000

/**
 * Shares one stream between all tabs of a browser, and returns a function that stops it. The tab that holds the lock
 * listens and informs the others, and when it closes the next one continues from the last event. In browsers without
 * support, each tab has its own stream.
 */
export function shareStream(deps: SharedStreamDeps): () => void {
  const stop = new AbortController()
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    void deps.listen({ ...deps, onAlive: () => undefined }, stop.signal, { lastId: '' })
    return () => stop.abort()
  }
  const channel = new BroadcastChannel(deps.name)
  const broadcast = (message: TabMessage): void =>
    stop.signal.aborted ? undefined : channel.postMessage(message)
  const tab: TabState = {
    isLeader: false,
    state: 'connecting',
    lastMessageAt: Date.now(),
    leading: undefined,
    position: { lastId: '' },
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) =>
    handleTabMessage(tab, data, { sharing: deps, tell: broadcast }),
  )

  function queue(steal: boolean): void {
    const options = steal ? { steal } : { signal: stop.signal }
    navigator.locks
      .request(deps.name, options, () => runAsLeader(tab, stop.signal, { sharing: deps, tell: broadcast }))
      .catch(() => {
        // It was stopped, or another tab took over while this one was suspended: it requests the lock again.
        tab.leading?.abort()
        tab.isLeader = false
        if (!stop.signal.aborted) queue(false)
      })
  }

  queue(false)
  broadcast({ kind: 'hello' })
  const watch = setInterval(() => {
    if (!tab.isLeader && !document.hidden && Date.now() - tab.lastMessageAt > LEADER_TIMEOUT_MS) queue(true)
  }, LEADER_TIMEOUT_MS / 2)
  return () => {
    stop.abort()
    clearInterval(watch)
    channel.close()
  }
}

type TabContext = Readonly<{ sharing: SharedStreamDeps; tell(message: TabMessage): void }>

/** Handles a message from the leading tab; the leading tab itself answers new tabs. */
function handleTabMessage(tab: TabState, message: TabMessage, { sharing, tell }: TabContext): void {
  tab.lastMessageAt = Date.now()
  if (tab.isLeader) {
    if (message.kind === 'hello') tell({ kind: 'state', state: tab.state, lastId: tab.position.lastId })
    return
  }
  if (message.kind === 'event') {
    if (message.event.id !== '') tab.position.lastId = message.event.id
    sharing.onEvent(message.event)
  }
  if (message.kind === 'state') {
    if (tab.position.lastId === '') tab.position.lastId = message.lastId
    sharing.onState(message.state)
  }
}

/** Listens for all tabs until it is stopped, loses the lock, or the stream ends permanently. */
async function runAsLeader(
  tab: TabState,
  stopped: AbortSignal,
  { sharing, tell }: TabContext,
): Promise<void> {
  const leaderController = new AbortController()
  tab.leading = leaderController
  tab.isLeader = true
  await sharing.listen(
    {
      onEvent: (event) => {
        tell({ kind: 'event', event })
        sharing.onEvent(event)
      },
      onAlive: () => tell({ kind: 'alive' }),
      onState: (state) => {
        tab.state = state
        tell({ kind: 'state', state, lastId: tab.position.lastId })
        sharing.onState(state)
      },
    },
    AbortSignal.any([stopped, leaderController.signal]),
    tab.position,
  )
  tab.isLeader = false
}
