import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/app/calls/api.ts'

/** What was asked of the server: on its way, not to be had (with a sentence that says why), or there. */
export type Loaded<Data> =
  | Readonly<{ state: 'loading' }>
  | Readonly<{ state: 'failed'; problem: string }>
  | Readonly<{ state: 'ready'; data: Data }>

/** What is loaded, how to ask again, and how to show what a change has answered instead. */
export type Loading<Data> = Readonly<{
  loaded: Loaded<Data>
  again: () => void
  show: (data: Data) => void
}>

const FAILED = 'This could not be loaded just now. Please try again in a moment.'

/**
 * What belongs to whoever is signed in, asked for by the browser: the server draws the same page for everybody. It is asked
 * anew when `question` changes, and by `again`.
 */
export function useLoaded<Data>(
  question: string,
  ask: (signal: AbortSignal) => Promise<Data>,
): Loading<Data> {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Readonly<{ to: string; loaded: Loaded<Data> }>>()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  const asked = `${round} ${question}`

  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      const loaded = await answerOf(latest.current(abort.signal))
      if (!abort.signal.aborted) setAnswer({ to: asked, loaded })
    }
    void load()
    return () => abort.abort()
  }, [asked])

  return {
    loaded: answer?.to === asked ? answer.loaded : { state: 'loading' },
    again: () => setRound(round + 1),
    show: (data) => setAnswer({ to: asked, loaded: { state: 'ready', data } }),
  }
}

async function answerOf<Data>(asking: Promise<Data>): Promise<Loaded<Data>> {
  try {
    return { state: 'ready', data: await asking }
  } catch (error) {
    return { state: 'failed', problem: messageOf(error, FAILED) }
  }
}
