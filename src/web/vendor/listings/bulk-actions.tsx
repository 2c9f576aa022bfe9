import { useState } from 'react'
import type { ListingData } from '#features/stores/listings/contract.ts'
import { Action } from '#web/console/parts/button.tsx'
import { BulkBar } from '#web/console/table/table-tools.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import {
  type SelectedListings,
  type ListingAction,
  useListingAction,
  usePlanPublishing,
} from './use-listing-actions.ts'

/** Renders the actions on the selected listings. */
export function BulkActions(props: {
  listings: readonly ListingData[]
  tags: readonly string[]
  onClear: () => void
}) {
  const { listings, tags, onClear } = props
  const [opened, setOpened] = useState<'tags' | 'fields'>()
  const action = useListingAction(onClear)
  const plan = usePlanPublishing()
  const chosen = [...Map.groupBy(listings, ({ store }) => store.id)].map(
    ([storeId, group]): SelectedListings => ({
      storeId,
      productIds: group.map(({ productId }) => productId),
    }),
  )
  const [first] = chosen
  return (
    <BulkBar count={listings.length} onClear={onClear}>
      {listActions(listings).map(([name, label]) => (
        <Action
          key={name}
          isSmall
          busy={action.isPending}
          onClick={() => action.mutate({ action: name, chosen })}
        >
          {label}
        </Action>
      ))}
      <Action isSmall onClick={() => setOpened('tags')}>
        Tags
      </Action>
      {first && chosen.length === 1 && (
        <Action isSmall onClick={() => setOpened('fields')}>
          Fields
        </Action>
      )}
      {first && chosen.length === 1 && (
        <Action isSmall busy={plan.isPending} onClick={() => plan.mutate(first)}>
          Plan publishing these
        </Action>
      )}
      {opened === 'tags' && (
        <TagDialog
          productIds={[...new Set(listings.map(({ productId }) => productId))]}
          tags={tags}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'fields' && first && (
        <FieldsDialog
          chosen={first}
          storeName={getStoreName(listings)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </BulkBar>
  )
}

function getStoreName([first]: readonly ListingData[]): string {
  return first?.store.name ?? ''
}

function listActions(listings: readonly ListingData[]): readonly (readonly [ListingAction, string])[] {
  const hasCostAlert = listings.some(({ costAlert }) => costAlert !== null)
  return [
    ...(hasCostAlert
      ? ([
          ['follow_rule', 'Follow my rules'],
          ['keep_price', 'Keep price'],
        ] as const)
      : []),
    ['update', 'Update now'],
    ['take_off', 'Take off sale'],
    ['put_back', 'Put back on sale'],
  ]
}
