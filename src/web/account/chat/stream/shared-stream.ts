import type { StreamEvent } from './event-stream.ts'
import type { StreamState } from './live-stream.ts'

/** Who is told what the stream brings. */
type Hearing = Readonly<{ onEvent(event: StreamEvent): void; onState(state: StreamState): void }>

/** What listens to the stream when this tab is the one which does, and who hears of it in every tab. */
export type Sharing = Hearing &
  Readonly<{
    /** The same for all tabs of one person. */
    name: string
    listen(
      to: Hearing & Readonly<{ onAlive(): void }>,
      signal: AbortSignal,
      position: { lastId: string },
    ): Promise<void>
  }>

/** What one tab tells the others. */
type Word =
  | Readonly<{ kind: 'event'; event: StreamEvent }>
  | Readonly<{ kind: 'state'; state: StreamState; lastId: string }>
  | Readonly<{ kind: 'alive' | 'hello' }>

/** This tab's part: whether it listens for all, and how far the stream is. */
type Tab = {
  isLeader: boolean
  state: StreamState
  lastHeardAt: number
  leading: AbortController | undefined
  readonly position: { lastId: string }
}

/** A tab that holds the stream and is silent for so long, in milliseconds, has been put to sleep: another one takes over. */
const ASLEEP_MS = 70_000

/**
 * One stream for all tabs of a browser: the tab that holds the lock listens and tells the others, and when it goes the next
 * one goes on from the last event. Gives what stops it. Where the browser cannot do that, each tab has a stream of its own.
 */
export function shareStream(sharing: Sharing): () => void {
  const stop = new AbortController()
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    void sharing.listen({ ...sharing, onAlive: () => undefined }, stop.signal, { lastId: '' })
    return () => stop.abort()
  }
  const channel = new BroadcastChannel(sharing.name)
  const tell = (word: Word): void => (stop.signal.aborted ? undefined : channel.postMessage(word))
  const tab: Tab = {
    isLeader: false,
    state: 'connecting',
    lastHeardAt: Date.now(),
    leading: undefined,
    position: { lastId: '' },
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) =>
    hearWord(tab, data, { sharing, tell }),
  )

  function queue(steal: boolean): void {
    const options = steal ? { steal } : { signal: stop.signal }
    navigator.locks
      .request(sharing.name, options, () => lead(tab, stop.signal, { sharing, tell }))
      .catch(() => {
        // Stopped, or this tab had slept and another one took over: it gets in line again.
        tab.leading?.abort()
        tab.isLeader = false
        if (!stop.signal.aborted) queue(false)
      })
  }

  queue(false)
  tell({ kind: 'hello' })
  const watch = setInterval(() => {
    if (!tab.isLeader && !document.hidden && Date.now() - tab.lastHeardAt > ASLEEP_MS) queue(true)
  }, ASLEEP_MS / 2)
  return () => {
    stop.abort()
    clearInterval(watch)
    channel.close()
  }
}

type Means = Readonly<{ sharing: Sharing; tell(word: Word): void }>

/** What a tab that does not listen itself learns of the one that does; that one answers who is new. */
function hearWord(tab: Tab, word: Word, { sharing, tell }: Means): void {
  tab.lastHeardAt = Date.now()
  if (tab.isLeader) {
    if (word.kind === 'hello') tell({ kind: 'state', state: tab.state, lastId: tab.position.lastId })
    return
  }
  if (word.kind === 'event') {
    if (word.event.id !== '') tab.position.lastId = word.event.id
    sharing.onEvent(word.event)
  }
  if (word.kind === 'state') {
    if (tab.position.lastId === '') tab.position.lastId = word.lastId
    sharing.onState(word.state)
  }
}

/** Listens for all tabs, until it is stopped, robbed of the lock, or the stream is over for good. */
async function lead(tab: Tab, stopped: AbortSignal, { sharing, tell }: Means): Promise<void> {
  const leading = new AbortController()
  tab.leading = leading
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
    AbortSignal.any([stopped, leading.signal]),
    tab.position,
  )
  tab.isLeader = false
}
