import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'

/** Renders a paged list: skeleton, error, rows, and a button for the next page. */
export function PagedList<Data>(props: {
  query: UseInfiniteQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  const { query, children } = props
  return (
    <>
      {query.isError && (
        <div className="flex flex-col items-start gap-3 p-4">
          <Problem text={explainError(query.error, 'We couldn’t load this. Please try again in a moment.')} />
          <Action onClick={() => void query.refetch()}>Try again</Action>
        </div>
      )}
      {query.isPending && <SkeletonRows />}
      {query.data !== undefined && children(query.data)}
      {query.hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Action busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Action>
        </div>
      )}
    </>
  )
}
