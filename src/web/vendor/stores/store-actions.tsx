import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { VendorStoreData } from '#features/stores/shop-orders/stores/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Select } from '#web/ui/field.tsx'
import { useOrderAction } from '../order/use-order-action.ts'
import { ReplaceKeysDialog } from './replace-keys-dialog.tsx'

/** Renders the actions on a connected store: what to do with removed products, check, new keys, and disconnecting. */
export function StoreActions({ store }: { store: VendorStoreData }) {
  const canWrite = useCan()('connections:write')
  const action = useOrderAction()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'keys' | 'disconnect'>()
  const { id, name, isPractice, whenRemoved } = store
  const params = { id }
  if (!canWrite) return null
  return (
    <div className="mt-4 flex flex-wrap items-end justify-between gap-4 border-t border-line pt-4">
      <div className="w-full max-w-sm">
        <Select
          label="When I remove a product from my selection"
          value={whenRemoved}
          disabled={action.isPending}
          onChange={(event) => {
            const chosen = event.target.value === 'unpublish' ? 'unpublish' : 'sold_out'
            action.mutate(() =>
              call('POST /stores/connections/{id}/when-removed', { params, body: { whenRemoved: chosen } }),
            )
          }}
        >
          <option value="sold_out">Show it as sold out</option>
          <option value="unpublish">Unpublish it</option>
        </Select>
      </div>
      <div className="flex flex-wrap gap-2">
        <Action
          busy={action.isPending}
          onClick={() => action.mutate(() => call('POST /stores/connections/{id}/check', { params }))}
        >
          Check now
        </Action>
        {!isPractice && <Action onClick={() => setOpen('keys')}>Replace the keys</Action>}
        <Action variant="quiet" onClick={() => setOpen('disconnect')}>
          Disconnect
        </Action>
      </div>
      <ReplaceKeysDialog store={store} isOpen={open === 'keys'} onClose={() => setOpen(undefined)} />
      <FormDialog
        isOpen={open === 'disconnect'}
        onClose={() => setOpen(undefined)}
        title={`Disconnect ${name}?`}
        text="We delete its keys. Paid orders continue, but new orders no longer come in and tracking is no longer sent to the store. Its products aren’t affected."
        submitLabel="Disconnect"
        variant="danger"
        explain={(error) => explainError(error, 'We couldn’t disconnect it. Please try again in a moment.')}
        onSubmit={async () => {
          toast.success((await call('POST /stores/connections/{id}/remove', { params })).message)
          void queries.invalidateQueries({ queryKey: ['vendor'] })
        }}
      />
    </div>
  )
}
