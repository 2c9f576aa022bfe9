import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import type { OrderToPackData } from '#features/sales/orders/packing/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { packingAddress, SUPPLIER } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { useOrderScan } from '../scan/use-order-scan.ts'
import { PackFinish } from './pack-finish.tsx'
import { PackLines } from './pack-lines.tsx'
import { countLeft, listPackLines, type Ticks, tickScanned } from './pack-rules.ts'
import { ScanBar } from './scan-bar.tsx'
import { useOrdersToPack } from './use-packing.ts'

const toQuery = (id: string) => ({
  queryKey: ['supplier', 'order', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call('GET /supplier/orders/{id}', { params: { id } }, { signal })).order,
})

/**
 * Renders the packing of an order, whose units are ticked off by tap or scan. After it is finished the next order
 * follows.
 */
export function PackOrder({ id }: SectionProps) {
  const queue = useOrdersToPack().data
  const query = useQuery({ ...toQuery(id), placeholderData: keepPreviousData })
  const next = findNext(queue, id)
  usePrefetch(next?.id)
  return (
    <Loaded query={query}>
      {(order) =>
        order.id === id && <PackSheet key={id} order={order} queue={queue ?? []} nextId={next?.id} />
      }
    </Loaded>
  )
}

/** Returns the next order of the list, wrapping at its end; undefined if there is no other. */
function findNext(queue: readonly OrderToPackData[] | undefined, id: string): OrderToPackData | undefined {
  const others = queue ?? []
  const place = others.findIndex((order) => order.id === id)
  const rest = [...others.slice(place + 1), ...others.slice(0, Math.max(0, place))]
  return rest.find((order) => order.id !== id)
}

/** Loads the next order in advance. */
function usePrefetch(id: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (id !== undefined) void queries.prefetchQuery(toQuery(id))
  }, [id, queries])
}

function PackSheet(props: {
  order: SupplierOrderViewData
  queue: readonly OrderToPackData[]
  nextId: string | undefined
}) {
  const { order, queue, nextId } = props
  const [ticks, setTicks] = useState<Ticks>({})
  const go = useNavigateTo()
  const openScanned = useOrderScan(packingAddress)
  const entry = queue.find(({ id }) => id === order.id)
  const lines = listPackLines(order)
  const left = countLeft(lines, ticks)

  function scan(text: string): void {
    const ticked = tickScanned(lines, ticks, text)
    if (ticked === 'done') return void toast.info(`${text} is already packed.`)
    if (ticked) return setTicks(ticked)
    if (text.toLowerCase() === order.number.toLowerCase()) return undefined
    void openScanned(text)
  }

  async function goOn(): Promise<void> {
    if (nextId !== undefined) return go(packingAddress(nextId), { replace: true })
    toast.success('Everything is packed.')
    return go(SUPPLIER.packing, { replace: true })
  }

  return (
    <div className="mx-auto max-w-2xl max-md:pb-36">
      <PageHead
        title={order.number}
        back={{ href: SUPPLIER.packing, label: 'Orders to pack' }}
        about={describePlace(queue, order.id)}
      />
      <p className="mb-3 text-sm">
        <span className="font-semibold">{order.shipTo.name}</span>{' '}
        <span className="text-ink-soft">{order.shipTo.lines.slice(-2).join(', ')}</span>
      </p>
      <ScanBar onScan={scan} />
      <PackLines lines={lines} ticks={ticks} onChange={setTicks} />
      <PackFinish
        order={order}
        label={entry?.label ?? null}
        left={left}
        onNext={goOn}
        hasNext={nextId !== undefined}
      />
    </div>
  )
}

function describePlace(queue: readonly OrderToPackData[], id: string): string {
  const place = queue.findIndex((order) => order.id === id)
  if (place === -1) return 'Not in today’s list'
  return queue.length === 1 ? 'The last one' : `${queue.length} to pack`
}
