import { useMutation } from '@tanstack/react-query'
import { Archive, Ellipsis, MapPin, Pencil, Plus, Undo2 } from 'lucide'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatCountry, formatNumber } from '#web/console/data/format.ts'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/console/parts/menu.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER } from '../../console/addresses.ts'
import {
  type OwnWarehouse,
  useOwnWarehouses,
  useOwnWarehousesAnswer,
} from '../../fulfilment/warehouses/use-own-warehouses.ts'
import { listAddressLines, useWarehouses } from '../../fulfilment/warehouses/use-warehouses.ts'
import { WarehouseAddressDialog } from '../../fulfilment/warehouses/warehouse-address-dialog.tsx'
import { ArchiveDialog, WarehouseDialog } from './warehouse-dialogs.tsx'

/** An action on a warehouse in a dialog. */
type Task = Readonly<{ kind: 'edit' | 'address' | 'archive'; warehouse: OwnWarehouse }>

/** Renders the store's warehouses, with dialogs to add, rename, archive, and edit addresses. */
export function WarehousesPanel() {
  const query = useOwnWarehouses()
  const [isAdding, setIsAdding] = useState(false)
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  return (
    <Panel
      title="Warehouses"
      hint="Where your products ship from."
      isFlush
      aside={
        <Action isSmall icon={Plus} onClick={() => setIsAdding(true)}>
          Add warehouse
        </Action>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {(warehouses) => {
          const active = warehouses.filter(({ isArchived }) => !isArchived)
          return (
            <>
              <ul className="divide-y divide-line border-t border-line">
                {active.map((one) => (
                  <ActiveRow key={one.id} warehouse={one} isOnly={active.length === 1} onTask={setTask} />
                ))}
              </ul>
              <ArchivedRows warehouses={warehouses.filter(({ isArchived }) => isArchived)} />
              {task?.kind === 'archive' && (
                <ArchiveDialog warehouse={task.warehouse} active={active} onClose={close} />
              )}
            </>
          )
        }}
      </Loaded>
      {isAdding && <WarehouseDialog warehouse={undefined} onClose={() => setIsAdding(false)} />}
      {task?.kind === 'edit' && <WarehouseDialog warehouse={task.warehouse} onClose={close} />}
      {task?.kind === 'address' && <SenderDialog id={task.warehouse.id} onClose={close} />}
    </Panel>
  )
}

function ActiveRow(props: { warehouse: OwnWarehouse; isOnly: boolean; onTask: (task: Task) => void }) {
  const { warehouse, isOnly, onTask } = props
  const { id, name, country } = warehouse
  const sender = useWarehouses().data?.warehouses.find((one) => one.id === id)?.sender
  return (
    <li className="flex items-start justify-between gap-x-4 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-xs wrap-anywhere text-ink-soft">
          {sender
            ? [...listAddressLines(sender), formatCountry(sender.country)].join(', ')
            : `${formatCountry(country)} · No address yet`}
        </p>
        <Link href={toAddress(SUPPLIER.products, { warehouse: String(id) })} className="text-link text-xs">
          {countProducts(warehouse)}
        </Link>
      </div>
      <Menu trigger={<IconAction label={`Actions for ${name}`} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => onTask({ kind: 'edit', warehouse })}>
          Name and country
        </MenuItem>
        <MenuItem icon={MapPin} onSelect={() => onTask({ kind: 'address', warehouse })}>
          Sender address
        </MenuItem>
        {!isOnly && (
          <>
            <MenuLine />
            <MenuItem icon={Archive} isDangerous onSelect={() => onTask({ kind: 'archive', warehouse })}>
              Archive …
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  )
}

function ArchivedRows({ warehouses }: { warehouses: readonly OwnWarehouse[] }) {
  if (warehouses.length === 0) return null
  return (
    <details className="border-t border-line px-4 py-3 text-sm">
      <summary className="cursor-pointer text-ink-soft">Archived ({formatNumber(warehouses.length)})</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {warehouses.map((one) => (
          <ArchivedRow key={one.id} warehouse={one} />
        ))}
      </ul>
    </details>
  )
}

function ArchivedRow({ warehouse }: { warehouse: OwnWarehouse }) {
  const { id, name, country, products } = warehouse
  const show = useOwnWarehousesAnswer()
  const restore = useMutation({
    mutationFn: () =>
      call('POST /supplier/warehouses/{warehouse}/restore', { params: { warehouse: String(id) }, body: {} }),
    onSuccess: show,
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t restore the warehouse. Please try again in a moment.')),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-xs text-ink-soft">
          {formatCountry(country)}
          {products > 0 && ` · ${countProducts(warehouse)} left to move`}
        </p>
      </div>
      <Action
        isSmall
        icon={Undo2}
        busy={restore.isPending}
        aria-label={`Restore ${name}`}
        onClick={() => restore.mutate()}
      >
        Restore
      </Action>
    </li>
  )
}

function SenderDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const found = useWarehouses().data?.warehouses.find((one) => one.id === id)
  return found ? <WarehouseAddressDialog warehouse={found} purpose="sender" onClose={onClose} /> : null
}

function countProducts({ products }: OwnWarehouse): string {
  return `${formatNumber(products)} ${products === 1 ? 'product' : 'products'}`
}
