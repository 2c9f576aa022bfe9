import { useQuery } from '@tanstack/react-query'
import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { supplierOrderAddress } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { pickAllLeft, toUnitLines, UnitPicker, type PickedUnits } from '#web/console/parts/unit-picker.tsx'
import { CustomsPanel } from './customs-panel.tsx'
import { LabelSummary } from './label-summary.tsx'
import { ParcelPanel } from './parcel-panel.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { SenderPanel } from './sender-panel.tsx'
import { useLabelQuote } from './use-label.ts'

/** Renders the purchase of a shipping label: contents, measurements, and carrier rates. */
export function LabelPage({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['supplier', 'order', id],
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/orders/{id}', { params: { id } }, { signal })).order,
  })
  return (
    <Loaded query={query}>
      {(order) => (
        <>
          <PageHead
            title={`Label for ${order.number}`}
            back={{ href: supplierOrderAddress(id), label: `Order ${order.number}` }}
          />
          {canSend(order) ? <LabelForm order={order} /> : <NothingToSend order={order} />}
        </>
      )}
    </Loaded>
  )
}

function canSend({ actions, shipTo }: SupplierOrderViewData): boolean {
  return shipTo.method === 'ship' && (actions.includes('pack') || actions.includes('ship'))
}

function NothingToSend({ order }: { order: SupplierOrderViewData }) {
  return (
    <div className="console-panel">
      <Empty title="This order needs no label" text="All items are already shipped or don’t need a carrier.">
        <ActionLink href={supplierOrderAddress(order.id)}>Back to the order</ActionLink>
      </Empty>
    </div>
  )
}

function LabelForm({ order }: { order: SupplierOrderViewData }) {
  const label = useLabelQuote(order.id)
  const { query, draft, change, rate } = label
  return (
    <Loaded query={query}>
      {(quote) => (
        <div className="grid gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
          <div className="flex flex-col gap-4">
            <ItemsPanel
              order={order}
              quote={quote}
              onChange={(lines) => change({ lines })}
              lines={draft.lines}
            />
            <ParcelPanel
              quote={quote}
              order={order}
              measures={draft.measures}
              onChange={(measures) => change({ measures })}
            />
            <SenderPanel
              quote={quote}
              warehouse={quote.warehouse}
              onChange={(sender) => change({ sender })}
            />
            {quote.customs && (
              <CustomsPanel
                customs={quote.customs}
                country={order.shipTo.country}
                texts={draft.customs}
                onChange={(customs) => change({ customs })}
              />
            )}
            <RatesPanel
              quote={quote}
              rate={rate}
              isCurrent={label.isCurrent}
              onChoose={label.chooseService}
            />
          </div>
          <LabelSummary order={order} quote={quote} label={label} />
        </div>
      )}
    </Loaded>
  )
}

function ItemsPanel(props: {
  order: SupplierOrderViewData
  quote: LabelQuoteData
  lines: ReturnType<typeof toUnitLines>
  onChange: (lines: ReturnType<typeof toUnitLines>) => void
}) {
  const { order, quote, lines, onChange } = props
  const units = lines ?? quote.units
  const picked: PickedUnits = Object.fromEntries(units.map(({ line, quantity }) => [line, quantity]))
  const left = Object.values(pickAllLeft(order)).reduce((sum, quantity) => sum + quantity, 0)
  if (left <= 1) return null
  return (
    <Panel title="In this parcel">
      <UnitPicker
        legend="In this parcel"
        hidesLegend
        order={order}
        picked={picked}
        onChange={(next) => {
          const chosen = toUnitLines(order, next)
          // An empty parcel cannot be quoted, so the last unit cannot be removed.
          if (chosen === undefined || chosen.length > 0) onChange(chosen)
        }}
      />
    </Panel>
  )
}
