import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { explainError } from '#web/app/calls/api.ts'

/** Renders loaded data by `children`, else `skeleton`, or the error with a retry. */
export function QueryView<Data>(props: {
  loading: Query<Data>
  skeleton: ReactNode
  /** The heading of the error, for a page without a heading of its own. */
  heading?: string
  children: (data: Data) => ReactNode
}) {
  const { loading, skeleton, heading, children } = props
  const { loaded, again } = loading
  if (loaded.state === 'ready') return children(loaded.data)
  if (loaded.state === 'failed')
    return (
      <>
        {heading && <h1 className="mb-6 text-2xl">{heading}</h1>}
        <QueryFailure problem={loaded.problem} onRetry={again} />
      </>
    )
  return (
    <div aria-busy="true">
      <p className="sr-only">Loading</p>
      {skeleton}
    </div>
  )
}

function QueryFailure({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-4 rounded-md border border-line bg-sheet p-5 md:p-7"
    >
      <p>{problem}</p>
      <Button size="sm" variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** The result of a request: loading, failed with a message, or loaded. */
export type QueryResult<Data> =
  | Readonly<{ state: 'loading' }>
  | Readonly<{ state: 'failed'; problem: string }>
  | Readonly<{ state: 'ready'; data: Data }>

/** A loaded result, a function to reload it, and one to replace it with the response of a change. */
export type Query<Data> = Readonly<{
  loaded: QueryResult<Data>
  again: () => void
  show: (data: Data) => void
}>

const LOAD_FAILED = 'We couldn’t load this. Please try again in a moment.'

/**
 * Loads data of the signed-in user in the browser, as the server renders the same page for all users. It reloads when
 * `queryKey` changes and when `again` is called.
 */
export function useQuery<Data>(
  queryKey: string,
  fetchData: (signal: AbortSignal) => Promise<Data>,
): Query<Data> {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Readonly<{ to: string; loaded: QueryResult<Data> }>>()
  const fetchRef = useRef(fetchData)
  useEffect(() => {
    fetchRef.current = fetchData
  })
  const requestKey = `${round} ${queryKey}`

  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      const result = await toResult(fetchRef.current(abort.signal))
      if (!abort.signal.aborted) setAnswer({ to: requestKey, loaded: result })
    }
    void load()
    return () => abort.abort()
  }, [requestKey])

  return {
    loaded: answer?.to === requestKey ? answer.loaded : { state: 'loading' },
    again: () => setRound(round + 1),
    show: (data) => setAnswer({ to: requestKey, loaded: { state: 'ready', data } }),
  }
}

async function toResult<Data>(request: Promise<Data>): Promise<QueryResult<Data>> {
  try {
    return { state: 'ready', data: await request }
  } catch (error) {
    return { state: 'failed', problem: explainError(error, LOAD_FAILED) }
  }
}
