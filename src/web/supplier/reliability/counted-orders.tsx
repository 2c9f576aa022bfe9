import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { TablePages } from '#web/console/table/table-tools.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { reliabilityAddress, SUPPLIER, supplierOrderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { PART_TEXTS, type ReliabilityPartData } from './reliability-texts.ts'

type PartName = ReliabilityPartData['part']
type CountedOrder = AnswerTo<'GET /supplier/reliability/{part}'>['orders'][number]

/** The number of orders on a page, as on the server. */
const PAGE_SIZE = 50

/** Renders the orders of a reliability figure, failed ones first. */
export function CountedOrders({ id, search }: SectionProps) {
  const part = Object.keys(PART_TEXTS).find((name): name is PartName => name === id) ?? 'shipped_on_time'
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const change = useAddressChange(reliabilityAddress(part), search)
  const query = useQuery({
    queryKey: ['supplier', 'reliability', part, page],
    queryFn: ({ signal }) =>
      call('GET /supplier/reliability/{part}', { params: { part }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { title, about } = PART_TEXTS[part]
  return (
    <>
      <PageHead title={title} back={{ href: SUPPLIER.reliability, label: 'Reliability' }} about={about} />
      <div className="console-panel">
        <Loaded query={query}>
          {({ orders, pages, total }) =>
            total === 0 ? (
              <Empty
                title="No orders to count yet"
                text="Orders appear here once they ship and are complete."
              />
            ) : (
              <>
                <DataTable
                  label={title}
                  columns={createColumns(part)}
                  items={orders}
                  getId={(order) => order.id}
                  getName={({ number }) => number}
                  card={(order) => <OrderCard order={order} part={part} />}
                />
                <TablePages
                  page={page}
                  pages={pages}
                  total={total}
                  pageSize={PAGE_SIZE}
                  noun={total === 1 ? 'order' : 'orders'}
                  onPage={(next) => change({ page: next === 1 ? undefined : next })}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  )
}

/** The column titles of a row's times; only some figures compare two times. */
const TIME_TITLES: Readonly<Record<PartName, Readonly<{ expected?: string; happened: string }>>> = {
  shipped_on_time: { expected: 'Promised', happened: 'Shipped' },
  delivered_on_time: { expected: 'Promised', happened: 'Delivered' },
  not_cancelled: { happened: 'Paid' },
  valid_tracking: { happened: 'Shipped' },
  answers: { expected: 'Received', happened: 'Answered' },
  no_lost_cases: { happened: 'Paid' },
}

function createColumns(part: PartName): readonly DataColumn<CountedOrder>[] {
  const { expected, happened } = TIME_TITLES[part]
  return [
    { id: 'order', title: 'Order', cell: (order) => <OrderLink order={order} /> },
    { id: 'verdict', title: 'Counts as', cell: ({ isBad }) => <Verdict part={part} isBad={isBad} /> },
    ...(expected
      ? [{ id: 'expected', title: expected, cell: (order: CountedOrder) => formatTime(order.expectedAt) }]
      : []),
    { id: 'happened', title: happened, cell: ({ happenedAt }) => formatTime(happenedAt) },
    ...(part === 'not_cancelled'
      ? [{ id: 'reason', title: 'Reason', cell: ({ reason }: CountedOrder) => reason ?? '–' }]
      : []),
  ]
}

function OrderCard({ order, part }: { order: CountedOrder; part: PartName }) {
  const { expected, happened } = TIME_TITLES[part]
  return (
    <div className="text-sm">
      <p className="flex items-center justify-between gap-3">
        <OrderLink order={order} />
        <Verdict part={part} isBad={order.isBad} />
      </p>
      <p className="mt-1 text-xs text-ink-soft">
        {expected && `${expected} ${formatTime(order.expectedAt)} · `}
        {happened} {formatTime(order.happenedAt)}
        {order.reason !== null && ` · ${order.reason}`}
      </p>
    </div>
  )
}

function OrderLink({ order: { id, number } }: { order: CountedOrder }) {
  return (
    <Link href={supplierOrderAddress(id)} className="font-semibold hover:underline">
      {number}
    </Link>
  )
}

function Verdict({ part, isBad }: { part: PartName; isBad: boolean }) {
  const { good, bad } = PART_TEXTS[part]
  return <Status tone={isBad ? 'bad' : 'good'}>{isBad ? bad : good}</Status>
}

function formatTime(iso: string | null): string {
  return iso === null ? '–' : formatDateTime(iso)
}
