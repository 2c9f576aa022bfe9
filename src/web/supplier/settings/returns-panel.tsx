import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatCountry } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Select, TextArea } from '#web/ui/field.tsx'
import {
  listAddressLines,
  useWarehouses,
  useWarehousesAnswer,
  type WarehouseAddresses,
} from '../fulfilment/warehouses/use-warehouses.ts'
import { WarehouseAddressDialog } from '../fulfilment/warehouses/warehouse-address-dialog.tsx'

type ReturnPolicy = AnswerTo<'GET /supplier/warehouse-addresses'>['returnPolicy']

/** Renders each warehouse's returns address, and who pays when buyers change their mind. */
export function ReturnsPanel() {
  const [edited, setEdited] = useState<WarehouseAddresses>()
  const query = useWarehouses()
  return (
    <Panel title="Returns" hint="Where buyers return items, and who pays." isFlush>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ warehouses, returnPolicy }) => (
          <>
            <ul className="divide-y divide-line border-t border-line">
              {warehouses.map((warehouse) => (
                <WarehouseRow key={warehouse.id} warehouse={warehouse} onEdit={() => setEdited(warehouse)} />
              ))}
            </ul>
            <PolicyForm
              key={`${returnPolicy.paidBy} ${returnPolicy.instructions}`}
              returnPolicy={returnPolicy}
            />
          </>
        )}
      </Loaded>
      {edited && (
        <WarehouseAddressDialog
          key={edited.id}
          purpose="returns"
          warehouse={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

function WarehouseRow({ warehouse, onEdit }: { warehouse: WarehouseAddresses; onEdit: () => void }) {
  const { name, sender, returns } = warehouse
  const address = returns ?? sender
  const label = address ? 'Edit' : 'Add address'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {address ? (
          <p className="text-xs wrap-anywhere text-ink-soft">
            {[...listAddressLines(address), formatCountry(address.country)].join(', ')}
            {!returns && ' (the sender’s address)'}
          </p>
        ) : (
          <p className="text-xs text-danger">
            No address yet. Without one, buyers can’t send items back and are refunded anyway.
          </p>
        )}
      </div>
      <Action isSmall aria-label={`${label}: returns to ${name}`} onClick={onEdit}>
        {label}
      </Action>
    </li>
  )
}

function PolicyForm({ returnPolicy }: { returnPolicy: ReturnPolicy }) {
  const [paidBy, setPaidBy] = useState(returnPolicy.paidBy)
  const [instructions, setInstructions] = useState(returnPolicy.instructions)
  const show = useWarehousesAnswer()
  const save = useMutation({
    mutationFn: () => call('POST /supplier/return-policy', { body: { paidBy, instructions } }),
    onSuccess: show,
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t save the return policy. Please try again in a moment.')),
  })
  const isChanged = paidBy !== returnPolicy.paidBy || instructions !== returnPolicy.instructions

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    save.mutate()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4 border-t border-line p-4">
      <Select
        label="Who pays when a buyer changes their mind"
        hint="For orders placed from now on. You pay for returns of items that arrive damaged or wrong."
        value={paidBy}
        onChange={(event) => setPaidBy(event.target.value === 'supplier' ? 'supplier' : 'buyer')}
      >
        <option value="buyer">The buyer</option>
        <option value="supplier">Your store, with a label we buy for the buyer</option>
      </Select>
      <TextArea
        label="Instructions for buyers (optional)"
        hint="Buyers see this with the address, such as how to pack the items."
        rows={2}
        maxLength={1_000}
        value={instructions}
        onChange={(event) => setInstructions(event.target.value)}
      />
      {isChanged && (
        <div className="flex flex-wrap gap-2">
          <Action type="submit" variant="primary" busy={save.isPending}>
            Save
          </Action>
          <Action
            onClick={() => {
              setPaidBy(returnPolicy.paidBy)
              setInstructions(returnPolicy.instructions)
            }}
          >
            Discard
          </Action>
        </div>
      )}
    </form>
  )
}
