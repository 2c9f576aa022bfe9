import { Archive, DollarSign, Ellipsis, Eye, EyeOff, Layers, Warehouse } from 'lucide'
import { Suspense, useState } from 'react'
import { Action } from '#web/console/parts/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/console/parts/menu.tsx'
import { BulkBar } from '#web/console/table/table-tools.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { useOwnWarehouses } from '../../fulfilment/warehouses/use-own-warehouses.ts'
import type { BulkTask } from './bulk-dialog.tsx'

const BulkDialog = lazyComponent(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

const WarehouseDialog = lazyComponent(async () => (await import('./warehouse-dialog.tsx')).WarehouseDialog)

/** Renders the actions on the selected products. */
export function ProductBulkBar(props: { productIds: readonly string[]; onClear: () => void }) {
  const { productIds, onClear } = props
  const [task, setTask] = useState<BulkTask | 'warehouse'>()
  const hasSeveral = (useOwnWarehouses().data ?? []).filter(({ isArchived }) => !isArchived).length > 1
  const close = () => setTask(undefined)
  return (
    <>
      <BulkBar count={productIds.length} onClear={onClear}>
        <Action icon={DollarSign} onClick={() => setTask('price')}>
          Price
        </Action>
        <Action onClick={() => setTask('wholesale')}>Wholesale</Action>
        <Action icon={Layers} onClick={() => setTask('stock')}>
          Stock
        </Action>
        <Menu trigger={<Action icon={Ellipsis}>More</Action>}>
          <MenuItem icon={Eye} onSelect={() => setTask('activate')}>
            Activate …
          </MenuItem>
          <MenuItem icon={EyeOff} onSelect={() => setTask('hide')}>
            Hide …
          </MenuItem>
          {hasSeveral && (
            <MenuItem icon={Warehouse} onSelect={() => setTask('warehouse')}>
              Move to a warehouse …
            </MenuItem>
          )}
          <MenuLine />
          <MenuItem icon={Archive} isDangerous onSelect={() => setTask('archive')}>
            Archive …
          </MenuItem>
        </Menu>
      </BulkBar>
      {task && (
        <Suspense>
          {task === 'warehouse' ? (
            <WarehouseDialog productIds={productIds} onClose={close} onDone={onClear} />
          ) : (
            <BulkDialog task={task} productIds={productIds} onClose={close} onDone={onClear} />
          )}
        </Suspense>
      )}
    </>
  )
}
