import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Select } from '#web/ui/field.tsx'
import { useOwnWarehouses } from '../../fulfilment/warehouses/use-own-warehouses.ts'
import { countNoun } from './product-values.ts'

/** Renders the dialog that moves the selected products to a warehouse. */
export function WarehouseDialog(props: {
  productIds: readonly string[]
  onClose: () => void
  onDone: () => void
}) {
  const { productIds, onClose, onDone } = props
  const targets = (useOwnWarehouses().data ?? []).filter(({ isArchived }) => !isArchived)
  const [selected, setSelected] = useState('')
  const warehouse = selected || String(targets[0]?.id ?? '')
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Move to a warehouse"
      text={`${countNoun(productIds.length, 'product')} selected. New orders ship from there, with its handling time and shipping rates; earlier orders don’t change.`}
      submitLabel={`Move ${countNoun(productIds.length, 'product')}`}
      canSubmit={warehouse !== ''}
      onSubmit={async () => {
        const body = { products: [...productIds] }
        const params = { warehouse }
        const { message } = await call('POST /supplier/warehouses/{warehouse}/products', { params, body })
        toast.success(message)
        void queries.invalidateQueries({ queryKey: ['supplier'] })
        onDone()
      }}
      explain={(error) => explainError(error, 'We couldn’t move the products. Please try again in a moment.')}
    >
      <Select label="Warehouse" value={warehouse} onChange={(event) => setSelected(event.target.value)}>
        {targets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
