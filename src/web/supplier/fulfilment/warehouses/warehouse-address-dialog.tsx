import { call } from '#web/app/calls/api.ts'
import { AddressDialog } from './address-dialog.tsx'
import { useWarehousesAnswer, type WarehouseAddresses } from './use-warehouses.ts'

/** Renders the form of a warehouse's sender or returns address. */
export function WarehouseAddressDialog(props: {
  warehouse: WarehouseAddresses
  purpose: 'sender' | 'returns'
  onClose: () => void
}) {
  const { warehouse, purpose, onClose } = props
  const { id, name, country, sender, returns } = warehouse
  const show = useWarehousesAnswer()
  const isSender = purpose === 'sender'
  return (
    <AddressDialog
      title={`${isSender ? 'Sender' : 'Returns'} address of ${name}`}
      text={
        isSender
          ? 'The sender on labels of parcels from this warehouse. Returns go there unless they have their own address.'
          : 'Buyers see it once a return is agreed. Returns waiting for an address get it too.'
      }
      address={isSender ? sender : (returns ?? sender)}
      country={country}
      isCountryFixed={isSender}
      onClose={onClose}
      onSave={async (address) => {
        const params = { warehouse: String(id), purpose }
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
