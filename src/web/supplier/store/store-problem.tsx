import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { formatDateTime, formatTime } from '#web/console/data/format.ts'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { CONNECT_STORE, importAddress } from '../console/addresses.ts'
import { STORES_KEY, type SupplierStore } from './store-texts.ts'

/**
 * Renders a store's problem with its solution, and a plan that needs a review. It renders nothing without a problem.
 */
export function StoreProblem({ store }: { store: SupplierStore }) {
  const { problem, sync } = store
  const waiting = sync?.runs.find(({ state }) => state === 'planned')
  if (problem === null && !waiting) return null
  return (
    <>
      {problem !== null && (
        <div role="alert" className="rounded-md bg-danger-mist px-4 py-3 text-sm">
          <p className="font-semibold wrap-anywhere">{problem}</p>
          <p className="mt-1 max-w-prose text-ink-soft">
            {sync?.problemSince && `Since ${formatDateTime(sync.problemSince)}. `}
            {store.mend === 'keys'
              ? 'Until you save new keys, nothing is synced and sales here don’t lower the stock in your store.'
              : `We keep trying${sync?.nextCheckAt ? `, next at ${formatTime(sync.nextCheckAt)}` : ''}. Nothing is lost. We’ll sync all changes once it responds.`}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            {store.mend === 'keys' && (
              <ActionLink href={CONNECT_STORE} variant="primary">
                Save new keys
              </ActionLink>
            )}
            <TryAgain store={store} />
          </div>
        </div>
      )}
      {waiting && (
        <div className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
          <p className="font-semibold">
            {waiting.changed} products would change at once. Please review them first.
          </p>
          <p className="mt-1 max-w-prose text-ink-soft">
            Many products are missing from your store, so we haven’t taken anything off sale yet. If this is
            correct, apply the plan. If not, restore them in your store, and the next check clears this
            notice.
          </p>
          <div className="mt-3">
            <ActionLink href={importAddress(waiting.id)}>Review changes</ActionLink>
          </div>
        </div>
      )}
    </>
  )
}

/** Checks the access to the store, and starts a check of it if that succeeds. */
function TryAgain({ store: { id, sync } }: { store: SupplierStore }) {
  const can = useCan()
  const queries = useQueryClient()
  const retry = useMutation({
    async mutationFn() {
      const { connection } = await call('POST /stores/connections/{id}/check', { params: { id } })
      if (connection.problem === null && sync)
        await call('POST /supplier/connected-stores/{id}/check', { params: { id } })
      return connection.problem
    },
    onSuccess(problem) {
      if (problem === null) toast.success('Your store responds again. We’re reading it now.')
      else toast.error(problem)
      void queries.invalidateQueries({ queryKey: STORES_KEY })
    },
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t reach your store. Please try again in a moment.')),
  })
  if (!can('connections:write')) return null
  return (
    <Action busy={retry.isPending} onClick={() => retry.mutate()}>
      Try again
    </Action>
  )
}
