import { useState } from 'react'
import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { formatCountry } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { useCan } from '#web/console/frame/business.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { AddressDialog } from '../warehouses/address-dialog.tsx'
import {
  listAddressLines,
  type PostalAddress,
  useWarehouses,
  useWarehousesAnswer,
} from '../warehouses/use-warehouses.ts'

/** Renders the sender: the warehouse's address, or another one for this label only. */
export function SenderPanel(props: {
  quote: LabelQuoteData
  warehouse: string
  onChange: (sender: PostalAddress) => void
}) {
  const { quote, warehouse, onChange } = props
  const [isEditing, setIsEditing] = useState(false)
  const { sender } = quote
  return (
    <Panel
      title="Ship from"
      hint={warehouse}
      aside={
        <Action isSmall onClick={() => setIsEditing(true)}>
          {sender ? 'Edit' : 'Enter the address'}
        </Action>
      }
    >
      {sender ? (
        <address className="text-sm not-italic">
          {[...listAddressLines(sender), formatCountry(sender.country)].join(', ')}
        </address>
      ) : quote.missing.includes('sender') ? (
        <p className="rounded-md bg-(--amber-mist) px-3 py-2 text-sm">
          Enter the address you ship from. Carriers need it, and undeliverable parcels are returned there.
        </p>
      ) : (
        <p className="text-sm text-ink-soft">
          This parcel ships from the marketplace’s address. Enter your own address to ship it yourself.
        </p>
      )}
      {isEditing && (
        <SenderDialog
          sender={sender}
          warehouse={warehouse}
          onChange={onChange}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Panel>
  )
}

function SenderDialog(props: {
  sender: PostalAddress | null
  warehouse: string
  onChange: (sender: PostalAddress) => void
  onClose: () => void
}) {
  const { sender, warehouse, onChange, onClose } = props
  const found = useWarehouses().data?.warehouses.find(({ name }) => name === warehouse)
  const can = useCan()
  const [isForAll, setIsForAll] = useState(sender === null && can('settings:write'))
  const show = useWarehousesAnswer()
  if (!found) return null
  return (
    <AddressDialog
      title={`Ship from ${warehouse}`}
      text="The sender on the label."
      address={sender}
      country={found.country}
      isCountryFixed={isForAll}
      onClose={onClose}
      onSave={async (address) => {
        if (isForAll) {
          const params = { warehouse: String(found.id), purpose: 'sender' } as const
          show(
            await call('POST /supplier/warehouse-addresses/{warehouse}/{purpose}', {
              params,
              body: { address },
            }),
          )
        }
        onChange(address)
      }}
    >
      {can('settings:write') && (
        <Checkbox
          label={`Use this address for all parcels from ${warehouse}`}
          checked={isForAll}
          onChange={(event) => setIsForAll(event.target.checked)}
        />
      )}
    </AddressDialog>
  )
}
