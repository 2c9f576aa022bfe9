import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER } from '../../console/addresses.ts'
import { FIELDS, type FollowedField } from '../../store/store-texts.ts'

type ProductStore = NonNullable<AnswerTo<'GET /supplier/products/{id}/store'>['store']>

/**
 * Renders which fields of a product sync with its connected store, and which are edited here. It renders nothing for a
 * product without a connected store.
 */
export function StoreFields({ productId }: { productId: string }) {
  const queries = useQueryClient()
  const queryKey = ['supplier', 'product-store', productId]
  const params = { id: productId }
  const store = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/products/{id}/store', { params }, { signal })).store,
  }).data
  const save = useMutation({
    mutationFn: (written: FollowedField[]) =>
      call('POST /supplier/products/{id}/store', { params, body: { written } }),
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer.store)
      toast.success(answer.message)
    },
    onError: (error: unknown) =>
      toast.error(explainError(error, 'We couldn’t save the synced fields. Please try again in a moment.')),
  })
  if (!store) return null
  return <Fields store={store} isBusy={save.isPending} onChange={(written) => save.mutate(written)} />
}

function Fields(props: {
  store: ProductStore
  isBusy: boolean
  onChange: (written: FollowedField[]) => void
}) {
  const { store, isBusy, onChange } = props
  const isReadOnly = !useCan()('products:write')
  const { name, followed, written, isPaused } = store
  const shown = FIELDS.filter(({ field }) => followed.includes(field))
  return (
    <Panel title="Synced fields">
      <p className="text-xs text-ink-soft">
        {isPaused
          ? `The sync with ${name} is paused.`
          : `Selected fields sync from ${name} and replace your edits here. Clear a field to edit it here.`}{' '}
        <Link href={SUPPLIER.store} className="text-link">
          See your store
        </Link>
      </p>
      {shown.length === 0 ? (
        <p className="mt-2 text-sm">No fields sync from your store.</p>
      ) : (
        <fieldset disabled={isReadOnly || isBusy} className="mt-3 flex flex-col gap-2">
          <legend className="sr-only">Fields that sync from your store</legend>
          {shown.map(({ field, label }) => (
            <Checkbox
              key={field}
              label={label}
              checked={!written.includes(field)}
              onChange={(event) =>
                onChange(event.target.checked ? written.filter((one) => one !== field) : [...written, field])
              }
            />
          ))}
        </fieldset>
      )}
    </Panel>
  )
}
