import type { ShopOrderData } from '#features/stores/shop-orders/contract.ts'
import { formatDateTime, formatMoney } from '#web/console/data/format.ts'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { MoneyStatus } from '../orders/order-columns.tsx'
import { getCostCurrency } from '../orders/order-status.ts'

/** Renders an order's cost, revenue and profit; while unpaid, each supplier's charge. */
export function OrderMoney({ order }: { order: ShopOrderData }) {
  const { quote, cost, retail, profit } = order
  const currency = getCostCurrency(order)
  if (cost === null && quote === null) return null
  const rows = [
    ...(quote?.suppliers ?? []).flatMap(({ supplier, items, shipping, shippingService }) => [
      { label: supplier, value: formatMoney(items, currency) },
      {
        label: `Shipping${shippingService ? `, ${shippingService.replaceAll('_', ' ')}` : ''}`,
        value: formatMoney(shipping, currency),
      },
    ]),
    ...(quote ? [{ label: 'To pay', value: formatMoney(quote.total, currency), isStrong: true }] : []),
  ]
  const isPractice = order.isPractice
  return (
    <Panel title="Cost and profit" aside={<MoneyStatus order={order} />}>
      <div className="flex flex-col gap-4">
        {rows.length > 0 && <Figures rows={rows} />}
        {quote && (
          <p className="text-xs text-ink-soft">
            Price and stock are reserved until {formatDateTime(quote.expiresAt)}.
          </p>
        )}
        {order.lapsedAt !== null && (
          <p className="text-xs text-ink-soft">
            The reservation ended on {formatDateTime(order.lapsedAt)}. Paying asks for today’s prices.
          </p>
        )}
        <Figures
          rows={[
            ...(retail === null
              ? []
              : [{ label: 'Your items sell for', value: formatMoney(retail, currency) }]),
            { label: 'Wholesale and shipping', value: cost === null ? '–' : formatMoney(cost, currency) },
            {
              label: isPractice ? 'Practice profit' : 'Profit',
              value: profit === null ? 'Enter your exchange rate' : formatMoney(profit, currency),
              isStrong: true,
            },
          ]}
        />
      </div>
    </Panel>
  )
}
