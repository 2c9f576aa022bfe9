import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDateTime, formatDay, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { Empty, Figures, Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { accountAddress, messageAddress, orderAddress } from '../../console/addresses.ts'
import { useOperatorRoles } from '../../console/operator-roles.tsx'
import { GuestActions } from './guest-actions.tsx'

/** The stored data of a guest. */
export type Guest = AnswerTo<'GET /operator/guests'>['guest']

type Order = Guest['orders'][number]

/** Renders a guest: orders, messages, newsletter and emails, with actions. */
export function GuestDetails({ guest }: { guest: Guest }) {
  const { email, account, orders, hasMoreOrders } = guest
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg wrap-anywhere">{email}</h2>
        <GuestActions guest={guest} />
      </div>
      {account !== null && (
        <p className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
          This address has an account:{' '}
          <Link href={accountAddress(account.id)} className="text-link">
            {account.name || email}
          </Link>
          . Close the account first; then you can erase what is left here.
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Orders" hint={hasMoreOrders ? 'the latest 100' : undefined} isFlush>
            {orders.length === 0 ? (
              <Empty title="No orders" text="No guest orders with this address." />
            ) : (
              <DataTable
                label="Orders of the guest"
                columns={COLUMNS}
                items={orders}
                getId={({ id }) => id}
                getName={({ number }) => number}
                card={(order) => <OrderCard order={order} />}
              />
            )}
          </Panel>
          <Messages guest={guest} />
        </div>
        <Facts guest={guest} />
      </div>
    </>
  )
}

const COLUMNS: readonly DataColumn<Order>[] = [
  {
    id: 'number',
    title: 'Order',
    cell: (order) => <OrderLink order={order} />,
  },
  { id: 'placed', title: 'Placed', cell: ({ placedAt }) => formatDay(placedAt) },
  { id: 'state', title: 'State', cell: (order) => <OrderState order={order} /> },
  { id: 'total', title: 'Total', cell: ({ total, currency }) => formatMoney(total, currency) },
]

function OrderLink({ order: { id, number } }: { order: Order }) {
  const { can } = useOperatorRoles()
  if (!can('orders:read')) return <span className="font-semibold">{number}</span>
  return (
    <Link href={orderAddress(id)} className="font-semibold hover:underline">
      {number}
    </Link>
  )
}

function OrderState({ order: { blocker } }: { order: Order }) {
  return blocker === null ? <Status tone="good">Over</Status> : <Status tone="wait">Open</Status>
}

function OrderCard({ order }: { order: Order }) {
  return (
    <div className="text-sm">
      <div className="flex justify-between gap-3">
        <OrderLink order={order} />
        <span className="tabular-nums">{formatMoney(order.total, order.currency)}</span>
      </div>
      <p className="mt-1 flex items-center justify-between gap-3 text-xs text-ink-soft">
        {formatDay(order.placedAt)} <OrderState order={order} />
      </p>
    </div>
  )
}

function Messages({ guest: { messages } }: { guest: Guest }) {
  const { can } = useOperatorRoles()
  return (
    <Panel title="Messages">
      {messages.length === 0 ? (
        <p className="text-sm text-ink-soft">No messages from this address.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {messages.map(({ id, message, state, createdAt }) => (
            <li key={id} className="border-s-2 border-line-strong ps-3 text-sm">
              <p className="text-xs text-ink-soft">
                {formatDateTime(createdAt)}
                {state === 'open' && ' · open'}
              </p>
              <p className="line-clamp-3 wrap-anywhere whitespace-pre-line">{message}</p>
              {can('messages:read') && (
                <Link href={messageAddress(id)} className="text-link">
                  Open message
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const NEWSLETTER: Readonly<Record<NonNullable<Guest['newsletter']>['state'], string>> = {
  pending: 'Not confirmed',
  confirmed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
}

function Facts({ guest: { newsletter, emails } }: { guest: Guest }) {
  return (
    <Panel title="Also stored">
      <Figures
        rows={[
          { label: 'Newsletter', value: newsletter === null ? 'None' : NEWSLETTER[newsletter.state] },
          ...(newsletter === null ? [] : [{ label: 'Since', value: formatDay(newsletter.subscribedAt) }]),
          { label: 'Emails', value: formatNumber(emails) },
        ]}
      />
    </Panel>
  )
}
