import type { Queryable } from '#database/database.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { toDecimal } from '#core/money.ts'
import { listMoney, type OrderMoney } from '../../money/money-queries.ts'
import { countUnits, forecastEarnings, getPaymentStatus, isRecipientVisible } from '../../rules.ts'
import { listLines, type SupplierOrderLine } from '../purchase-queries.ts'
import type { ListedOrderData } from './contract.ts'
import {
  countDueOrders,
  countOrders,
  listSupplierOrdersByOwner,
  type OrderListFilter,
  type SupplierOrderListItem,
} from './list-queries.ts'
import { getEndOfDay, TO_SHIP, VIEW_FILTERS } from './rules.ts'
import { ORDER_VIEWS, type OrderSort, type OrderView } from './shapes.ts'

/** The most items of an order shown in a list. */
const MAX_TITLES = 3

type OrderListRequest = Omit<OrderListFilter, 'endOfDay'> &
  Readonly<{ timeZone: string; sort: OrderSort; page: number; pageSize: number }>

/** Returns a page of the paid orders of an account's store. */
export async function listOwnerSupplierOrders(db: Queryable, request: OrderListRequest) {
  const { timeZone, page, pageSize, ...filter } = request
  const { orders, total } = await listSupplierOrdersByOwner(db, {
    ...filter,
    endOfDay: getEndOfDay(request.now, timeZone),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const orderIds = orders.map(({ id }) => id)
  const [allLines, moneyByOrder] = await Promise.all([listLines(db, orderIds), listMoney(db, orderIds)])
  const linesByOrder = Map.groupBy(allLines, (line) => line.supplierOrderId)
  return {
    orders: orders.map((order) =>
      toListedOrder(order, {
        lines: linesByOrder.get(order.id) ?? [],
        money: moneyByOrder.get(order.id),
        now: request.now,
      }),
    ),
    page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    total,
  }
}

function toListedOrder(
  order: SupplierOrderListItem,
  {
    lines,
    money,
    now,
  }: Readonly<{
    lines: readonly SupplierOrderLine[]
    money: OrderMoney | undefined
    now: Date
  }>,
): ListedOrderData {
  if (!money) throw new Error(`no money was found for the order ${order.publicId}`)
  const isVisible = isRecipientVisible(order, order.channel, now)
  const pictures = lines.flatMap(({ imageKey }) => (imageKey ? [smallPicturePath(imageKey)] : []))
  return {
    id: order.publicId,
    number: order.number,
    state: order.state,
    version: order.version,
    payment: getPaymentStatus(money),
    paidAt: order.paidAt.toISOString(),
    shipBy: order.shipBy?.toISOString() ?? null,
    answerBy: order.answerBy?.toISOString() ?? null,
    warehouse: order.warehouse,
    customer: {
      name: isVisible ? `${order.firstName} ${order.lastName}`.trim() : '',
      city: isVisible ? order.city : '',
      country: order.country,
    },
    country: order.country,
    method: order.method,
    vendorStore: order.vendorStore,
    units: lines.reduce((sum, line) => sum + line.quantity, 0),
    left: countUnits(lines).left,
    parcels: order.parcels,
    titles: lines.slice(0, MAX_TITLES).map(({ title }) => title),
    pictures: pictures.slice(0, MAX_TITLES),
    itemsAmount: toDecimal(order.itemsAmount, order.currency),
    totalAmount: toDecimal(order.totalAmount, order.currency),
    earnings: toDecimal(forecastEarnings({ order, lines, money }).net, order.currency),
  }
}

/** Returns the counts of a store's orders by view, with the values of the filters. */
export async function countOwnerSupplierOrders(
  db: Queryable,
  { ownerId, timeZone, now }: Readonly<{ ownerId: number; timeZone: string; now: Date }>,
) {
  const [found, due] = await Promise.all([
    countOrders(db, ownerId),
    countDueOrders(db, { ownerId, states: TO_SHIP, now, endOfDay: getEndOfDay(now, timeZone) }),
  ])
  const count = (view: OrderView): number => {
    const { states, shipBy } = VIEW_FILTERS[view]
    if (shipBy === 'past') return due.late
    if (shipBy === 'today') return due.today
    const total = found
      .filter(({ state }) => states === undefined || states.includes(state))
      .reduce((sum, { orders }) => sum + orders, 0)
    return shipBy === 'later' ? total - due.late - due.today : total
  }
  const counts = Object.fromEntries(ORDER_VIEWS.map((view) => [view, count(view)])) as Record<
    OrderView,
    number
  >
  const listValues = (key: 'country' | 'warehouse') => [...new Set(found.map((one) => one[key]))].toSorted()
  return { counts, warehouses: listValues('warehouse'), countries: listValues('country') }
}
