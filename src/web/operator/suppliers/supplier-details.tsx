import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import {
  formatCountry,
  formatDateTime,
  formatDay,
  formatMoney,
  formatNumber,
} from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { Allowed } from '../console/operator-roles.tsx'
import { PayoutAccount } from './payout-account.tsx'
import { PayoutPause } from './payout-pause.tsx'
import { StatusActions } from './status-actions.tsx'
import { SupplierStatusLabel } from './supplier-status.tsx'
import { SupplierActivity } from './supplier-activity.tsx'
import { VerificationChecklist } from './verification-checklist.tsx'

/** A supplier with the details for an operator's decisions. */
export type Supplier = AnswerTo<'GET /operator/suppliers/{id}'>['supplier']

/** Renders a supplier: verification, reliability, products, changes, and status. */
export function SupplierDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'supplier', id],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/suppliers/{id}', { params: { id } }, { signal })).supplier,
  })
  return (
    <Loaded query={query}>
      {(supplier) => (
        <>
          <PageHead
            title={supplier.name}
            isBar
            back={{ href: OPERATOR.suppliers, label: 'All suppliers' }}
            badge={<SupplierStatusLabel status={supplier.status} />}
            about={`${formatCountry(supplier.country)} · since ${formatDay(supplier.createdAt)}`}
          >
            <Allowed needs="suppliers:write">
              <StatusActions supplier={supplier} />
            </Allowed>
          </PageHead>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <div className="flex min-w-0 flex-col gap-4">
              {supplier.suspendedAt !== null && (
                <p className="rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">
                  Suspended on {formatDateTime(supplier.suspendedAt)}: {supplier.suspensionReason}
                </p>
              )}
              <VerificationChecklist supplier={supplier.id} />
              <Reliability counts={supplier.reliability} />
              <Allowed needs="activity:read">
                <SupplierActivity supplier={supplier.id} />
              </Allowed>
            </div>
            <div className="flex flex-col gap-4">
              <Facts supplier={supplier} />
              <Balances supplier={supplier} />
              <Allowed needs="money:read">
                <PayoutAccount supplier={supplier} />
                <PayoutPause supplier={supplier} />
              </Allowed>
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

function Facts({ supplier }: { supplier: Supplier }) {
  const { owner, contactEmail, status } = supplier
  return (
    <Panel
      title="Store"
      aside={
        <ActionLink isSmall variant="quiet" href={toAddress(OPERATOR.orders, { supplier: supplier.id })}>
          See orders
        </ActionLink>
      }
    >
      <dl className="flex flex-col gap-2 text-sm">
        <Fact label="Owner" value={owner ? `${owner.name}, ${owner.email}` : 'No account'} />
        <Fact label="Email for orders" value={contactEmail ?? 'None'} />
        <Fact label="Short name" value={supplier.shortName} />
      </dl>
      <div className="mt-4">
        <Figures
          rows={[
            { label: 'Active products', value: formatNumber(supplier.products) },
            { label: 'Orders', value: formatNumber(supplier.orders) },
            { label: 'Open orders', value: formatNumber(supplier.openOrders) },
            { label: 'Open cases', value: formatNumber(supplier.openCases) },
          ]}
        />
      </div>
      {status === 'verified' && (
        <p className="mt-3 text-sm">
          <Link href={`/store-profile?id=${encodeURIComponent(supplier.id)}`} className="text-link">
            View store page
          </Link>
        </p>
      )}
    </Panel>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </div>
  )
}

function Balances({ supplier: { id, balances } }: { supplier: Supplier }) {
  return (
    <Panel title="Money">
      {balances.length === 0 ? (
        <p className="text-sm text-ink-soft">This supplier has no balances.</p>
      ) : (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
          {balances.map(({ account, title, currency, amount }) => (
            <div key={`${account} ${currency}`} className="contents">
              <dt>
                <Link
                  href={toAddress(OPERATOR.ledger, {
                    account,
                    currency,
                    subledger: toSubledger(account, id),
                  })}
                  className="text-link"
                >
                  {title}
                </Link>
              </dt>
              <dd className="text-end tabular-nums">{formatMoney(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

/**
 * Returns the subledger of a balance. Available and owed money is the supplier's own; other balances have a subledger
 * for each order, case and payout.
 */
function toSubledger(account: string, supplier: string): string {
  return account === 'supplier_available' || account === 'supplier_receivable' ? supplier : `${supplier}/`
}

function Reliability({ counts }: { counts: Supplier['reliability'] }) {
  if (!counts || counts.finished === 0)
    return (
      <Panel title="Reliability">
        <p className="text-sm text-ink-soft">No finished orders in the last 180 days.</p>
      </Panel>
    )
  const rows = [
    { label: 'Shipped late', bad: counts.shippedLate, of: counts.due },
    { label: 'Delivered late', bad: counts.deliveredLate, of: counts.delivered },
    { label: 'Cancelled by the supplier', bad: counts.cancelled, of: counts.paid },
    { label: 'Out of stock', bad: counts.outOfStock, of: counts.paid },
    { label: 'Cases lost', bad: counts.lostCases, of: counts.finished },
  ]
  return (
    <Panel
      title="Reliability"
      hint={`last 180 days, ${formatNumber(counts.finished)} finished orders${counts.isEnough ? '' : ': too few to be shown to buyers'}`}
    >
      <table aria-label="Reliability" className="console-table">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className="number">
              Orders
            </th>
            <th scope="col" className="number">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, bad, of }) => (
            <tr key={label}>
              <td>{label}</td>
              <td className="number">
                {formatNumber(bad)} of {formatNumber(of)}
              </td>
              <td className="number">
                {of === 0
                  ? '–'
                  : `${((bad / of) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
