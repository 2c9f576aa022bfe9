import { Archive, DollarSign, Ellipsis, Eye, EyeOff, Layers } from 'lucide'
import { Suspense, useState } from 'react'
import { Action } from '#web/console/parts/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/console/parts/menu.tsx'
import { BulkBar } from '#web/console/table/table-tools.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import type { BulkTask } from './bulk-dialog.tsx'

const BulkDialog = lazyComponent(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

/** Renders the actions on the selected products. */
export function ProductBulkBar(props: { productIds: readonly string[]; onClear: () => void }) {
  const { productIds, onClear } = props
  const [task, setTask] = useState<BulkTask>()
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
          <MenuLine />
          <MenuItem icon={Archive} isDangerous onSelect={() => setTask('archive')}>
            Archive …
          </MenuItem>
        </Menu>
      </BulkBar>
      {task && (
        <Suspense>
          <BulkDialog
            task={task}
            productIds={productIds}
            onClose={() => setTask(undefined)}
            onDone={onClear}
          />
        </Suspense>
      )}
    </>
  )
}
