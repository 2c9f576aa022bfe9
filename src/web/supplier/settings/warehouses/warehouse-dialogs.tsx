import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { type FieldErrors, fieldErrorsFrom } from '#web/shared/loading/use-save-form.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { CountrySelect } from '../../fulfilment/warehouses/country-select.tsx'
import { type OwnWarehouse, useOwnWarehousesAnswer } from '../../fulfilment/warehouses/use-own-warehouses.ts'

/** Renders the dialog that adds a warehouse, or changes the name and country of one. */
export function WarehouseDialog(props: { warehouse: OwnWarehouse | undefined; onClose: () => void }) {
  const { warehouse, onClose } = props
  const [name, setName] = useState(warehouse?.name ?? '')
  const [country, setCountry] = useState(warehouse?.country ?? 'SG')
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = useOwnWarehousesAnswer()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={warehouse ? `Edit ${warehouse.name}` : 'Add a warehouse'}
      text={
        warehouse
          ? 'Earlier orders keep the name they were placed with.'
          : 'Then set its address, handling time and shipping rates, and move products there.'
      }
      submitLabel={warehouse ? 'Save' : 'Add warehouse'}
      canSubmit={name.trim() !== ''}
      onSubmit={async () => {
        setErrors({})
        const body = { name, country }
        const params = { warehouse: String(warehouse?.id) }
        const answer = warehouse
          ? await call('POST /supplier/warehouses/{warehouse}', { params, body })
          : await call('POST /supplier/warehouses', { body })
        void show(answer)
      }}
      explain={(error) => {
        setErrors(fieldErrorsFrom(error))
        return explainError(error, 'We couldn’t save the warehouse. Please try again in a moment.')
      }}
    >
      <Field
        label="Name"
        hint="Shoppers see it with your products and orders."
        maxLength={80}
        required
        autoComplete="off"
        value={name}
        error={errors['name']}
        onChange={(event) => setName(event.target.value)}
      />
      <CountrySelect
        label="Country"
        hint={
          warehouse
            ? 'Another country changes shipping rates, and removes the sender address.'
            : 'Where parcels leave from.'
        }
        value={country}
        error={errors['country']}
        onChange={setCountry}
      />
    </FormDialog>
  )
}

/** Renders the dialog that archives a warehouse and moves its products to another. */
export function ArchiveDialog(props: {
  warehouse: OwnWarehouse
  active: readonly OwnWarehouse[]
  onClose: () => void
}) {
  const { warehouse, active, onClose } = props
  const targets = active.filter(({ id }) => id !== warehouse.id)
  const [moveTo, setMoveTo] = useState(String(targets[0]?.id ?? ''))
  const show = useOwnWarehousesAnswer()
  const { name, products } = warehouse
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Archive ${name}?`}
      text={`${formatNumber(products)} ${products === 1 ? 'product moves' : 'products move'} to another warehouse, with its handling time and shipping rates. Open orders still ship from ${name}. You can restore it later.`}
      submitLabel="Archive warehouse"
      variant="danger"
      onSubmit={async () => {
        const params = { warehouse: String(warehouse.id) }
        const body = { moveTo: Number(moveTo) }
        void show(await call('POST /supplier/warehouses/{warehouse}/archive', { params, body }))
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t archive the warehouse. Please try again in a moment.')
      }
    >
      <Select label="Move products to" value={moveTo} onChange={(event) => setMoveTo(event.target.value)}>
        {targets.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
