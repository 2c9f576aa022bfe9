import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo, EndpointKey, InputOf } from '#web/app/calls/endpoints.ts'
import { Action } from '../parts/button.tsx'
import { Problem } from '../parts/dialog.tsx'
import { SkeletonRows } from './console-data.tsx'

type Cursor = string | number

/** The calls that answer with a page of a list and the cursor of the next one. */
type PagedKey = {
  [Key in EndpointKey]: AnswerTo<Key> extends Readonly<{ nextCursor: Cursor | null }> ? Key : never
}[EndpointKey]

/** A list that is loaded in pages. With `keepsPrevious` it shows the old rows until those of a new filter are there. */
type PagedQuery<Key extends PagedKey> = Readonly<{
  queryKey: readonly unknown[]
  input?: InputOf<Key>
  keepsPrevious?: boolean
  refetchInterval?: number
}>

/** Returns the loaded pages of a list, each by the cursor of the page before: `usePages('GET /cases', { queryKey })`. */
export function usePages<Key extends PagedKey>(
  key: Key,
  { queryKey, input, keepsPrevious = false, ...options }: PagedQuery<Key>,
): UseInfiniteQueryResult<InfiniteData<AnswerTo<Key>>> {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      loadPage(key, { ...input, query: { ...input?.query, cursor: pageParam } }, signal),
    // The first page must have the type of all pages.
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...options,
  })
}

function loadPage<Key extends PagedKey>(
  key: Key,
  input: unknown,
  signal: AbortSignal,
): Promise<AnswerTo<Key>> {
  // The input has the type of the call, and its cursor is from an answer of the same call.
  return call(key, input as never, { signal })
}

/** Renders a paged list: skeleton, error, rows, and a button for the next page. */
export function PagedList<Data>(props: {
  query: UseInfiniteQueryResult<Data>
  skeletonRows?: number
  children: (data: Data) => ReactNode
}) {
  const { query, skeletonRows, children } = props
  return (
    <>
      {query.isError && (
        <div className="flex flex-col items-start gap-3 p-4">
          <Problem text={explainError(query.error, 'We couldn’t load this. Please try again in a moment.')} />
          <Action onClick={() => void query.refetch()}>Try again</Action>
        </div>
      )}
      {query.isPending && <SkeletonRows count={skeletonRows} />}
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
