import { QueryCache, QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { explainError, isApiFailure } from '#web/app/calls/api.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Action } from '../parts/button.tsx'

/** The cache key of an account's businesses, which does not depend on the selected one. */
export const BUSINESSES_KEY = 'businesses'

/** The queries that consoles have loaded in this tab. Refused ones are not retried automatically. */
export const consoleQueries = new QueryClient({
  queryCache: new QueryCache({ onError: refreshRoles }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 2 && !isApiFailure(error),
    },
  },
})

/** Reloads the roles of the user when an error shows that they have changed. */
function refreshRoles(error: unknown): void {
  if (!isApiFailure(error) || !['not_a_member', 'permission_missing'].includes(error.code)) return
  void consoleQueries.invalidateQueries({ queryKey: [BUSINESSES_KEY] })
}

/** Provides the console's query client and clears it when the account changes. */
export function ConsoleData({ userId, children }: { userId: string | undefined; children: ReactNode }) {
  useEffect(() => () => consoleQueries.clear(), [userId])
  return <QueryClientProvider client={consoleQueries}>{children}</QueryClientProvider>
}

/** Renders loaded data by `children`, a skeleton before, and a retry after a failure. */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}) {
  const { query, skeleton = <SkeletonRows />, children } = props
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <div role="alert" className="flex flex-col items-start gap-3 p-4 text-sm">
        <p className="wrap-anywhere">
          {explainError(query.error, 'We couldn’t load this. Please try again in a moment.')}
        </p>
        <Action onClick={() => void query.refetch()}>Try again</Action>
      </div>
    )
  return (
    <div aria-busy="true">
      <p className="sr-only">Loading</p>
      {skeleton}
    </div>
  )
}

/** Renders skeleton rows. */
export function SkeletonRows({ count = 8 }: { count?: number | undefined }) {
  return (
    <div className="flex flex-col gap-3 p-4">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className="h-7 rounded-sm" />
      ))}
    </div>
  )
}
