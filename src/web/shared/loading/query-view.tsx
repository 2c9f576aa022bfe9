import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Query } from './use-query.ts'

/** What was loaded, drawn by `children`; until then `skeleton`, and where it failed the reason with a way to try again. */
export function QueryView<Data>(props: {
  loading: Query<Data>
  skeleton: ReactNode
  /** The heading of a failure, where the page has none besides what is loaded. */
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
      <Button size="sm" look="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
