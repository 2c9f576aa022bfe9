import { useState } from 'react'
import type { FieldOwnersData } from '#features/stores/listings/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Select } from '#web/ui/field.tsx'
import { planAddress } from '../console/addresses.ts'
import { TEXT_FIELDS, TEXT_NAMES } from './listing-status.ts'
import { type SelectedListings, MAX_PRODUCTS } from './use-listing-actions.ts'

/**
 * Renders the choice of who sets the fields of listings in a store. It opens a plan with the effect on each listing.
 */
export function FieldsDialog(props: { chosen: SelectedListings; storeName: string; onClose: () => void }) {
  const { storeId, productIds } = props.chosen
  const [fields, setFields] = useState<FieldOwnersData>({})
  const [isForAll, setIsForAll] = useState(false)
  const go = useNavigateTo()
  const set = (field: keyof FieldOwnersData, owner: string) =>
    setFields(({ [field]: _old, ...others }) => (owner === '' ? others : { ...others, [field]: owner }))
  const count = productIds.length === 1 ? 'This listing' : `These ${productIds.length} listings`
  return (
    <FormDialog
      isOpen
      onClose={props.onClose}
      title="Who sets the fields"
      text="You’ll see every change, before and after, before anything changes in your store. Stock always follows the supplier."
      submitLabel="Preview changes"
      canSubmit={Object.keys(fields).length > 0}
      onSubmit={async () => {
        const some = isForAll ? {} : { productIds: productIds.slice(0, MAX_PRODUCTS) }
        const { plan } = await call('POST /vendor/publish-plans', { body: { storeId, ...some, fields } })
        go(planAddress(plan.id))
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t create the preview. Please try again in a moment.')
      }
    >
      <Select
        label="Listings"
        value={isForAll ? 'all' : 'some'}
        onChange={({ target }) => setIsForAll(target.value === 'all')}
      >
        <option value="some">{count}</option>
        <option value="all">All listings in {props.storeName}</option>
      </Select>
      <Select label="Price" value={fields.price ?? ''} onChange={({ target }) => set('price', target.value)}>
        <option value="">Don’t change</option>
        <option value="rule">Follow my price rules</option>
        <option value="store">Locked: my store sets it</option>
      </Select>
      {TEXT_FIELDS.map((field) => (
        <Select
          key={field}
          label={TEXT_NAMES[field]}
          value={fields[field] ?? ''}
          onChange={({ target }) => set(field, target.value)}
        >
          <option value="">Don’t change</option>
          <option value="supplier">Follow the supplier</option>
          <option value="store">Locked: my store sets it</option>
        </Select>
      ))}
    </FormDialog>
  )
}
