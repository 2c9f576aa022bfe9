import { call } from '#web/app/calls/api.ts'
import { AddressDialog } from './address-dialog.tsx'
import { useWarehousesAnswer, type WarehouseAddresses } from './use-warehouses.ts'

/** Renders a form of a warehouse's returns address. */
export function ReturnsAddressDialog(props: { warehouse: WarehouseAddresses; onClose: () => void }) {
  const { warehouse, onClose } = props
  const { id, name, country, sender, returns } = warehouse
  const show = useWarehousesAnswer()
  return (
    <AddressDialog
      title={`Returns address of ${name}`}
      text="Buyers see it once a return is agreed. Returns waiting for an address get it too."
      address={returns ?? sender}
      country={country}
      onClose={onClose}
      onSave={async (address) => {
        const params = { warehouse: String(id), purpose: 'returns' } as const
        show(
          await call('POST /supplier/warehouse-addresses/{warehouse}/{purpose}', {
            params,
            body: { address },
          }),
        )
      }}
    />
  )
}
