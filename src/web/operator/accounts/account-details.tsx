import { useQuery } from '@tanstack/react-query'
import { ROLE_TITLES } from '#core/access/permissions.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatDay, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, supplierAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { AccountActions } from './account-actions.tsx'
import { type Account, formatAccount, TYPE_TITLES } from './account-texts.ts'
import { AccountState } from './accounts-index.tsx'

/** Renders an account: its details, businesses, sessions, and an operator's actions. */
export function AccountDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'account', id],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/accounts/{id}', { params: { id } }, { signal })).account,
  })
  return (
    <Loaded query={query}>
      {(account) => (
        <>
          <PageHead
            title={formatAccount(account)}
            isBar
            back={{ href: OPERATOR.accounts, label: 'All accounts' }}
            badge={
              account.suspension === null ? (
                <AccountState one={account} />
              ) : (
                <Status tone="bad">Suspended</Status>
              )
            }
            about={`${TYPE_TITLES[account.type]} · since ${formatDay(account.createdAt)}`}
          >
            {account.closedAt === null && <AccountActions account={account} />}
          </PageHead>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <div className="flex min-w-0 flex-col gap-4">
              {account.closedAt !== null && (
                <p className="rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">
                  Closed on {formatDateTime(account.closedAt)}. Its personal data is deleted; its orders stay.
                </p>
              )}
              {account.suspension !== null && (
                <p className="rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">
                  Suspended on {formatDateTime(account.suspension.since)}: {account.suspension.reason}
                </p>
              )}
              <SignIns signIns={account.signIns} />
            </div>
            <div className="flex flex-col gap-4">
              <Facts account={account} />
              <Businesses account={account} />
              <Activity account={account} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

const STATES: Readonly<
  Record<Account['signIns'][number]['state'], Readonly<{ label: string; tone: StatusTone }>>
> = {
  open: { label: 'Signed in', tone: 'good' },
  ended: { label: 'Signed out', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
  unfinished: { label: 'Second factor missing', tone: 'wait' },
}

function SignIns({ signIns }: Pick<Account, 'signIns'>) {
  return (
    <Panel title="Sign-ins" hint="the latest 50" isFlush>
      {signIns.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-ink-soft">No recent sign-ins.</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {signIns.map(({ id, device, address, createdAt, lastSeenAt, state }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-sm"
            >
              <div className="min-w-0">
                <p className="font-medium">{device}</p>
                <p className="text-xs wrap-anywhere text-ink-soft">
                  {formatDateTime(createdAt)} from {address}, last seen {formatDateTime(lastSeenAt)}
                </p>
              </div>
              <Status tone={STATES[state].tone}>{STATES[state].label}</Status>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const PROVIDERS: Readonly<Record<string, string>> = { google: 'Google', facebook: 'Facebook' }

function Facts({ account }: { account: Account }) {
  const { email, companyName, hasPassword, providers, secondFactorSince, operatorRoles, closedAt } = account
  if (closedAt !== null) return null
  const ways = [
    ...(hasPassword ? ['Password'] : []),
    'Emailed code',
    ...providers.map((one) => PROVIDERS[one] ?? one),
  ]
  return (
    <Panel title="Profile">
      <dl className="flex flex-col gap-2 text-sm">
        <Fact label="Email" value={email} />
        {companyName !== null && <Fact label="Company" value={companyName} />}
        <Fact label="Signs in by" value={ways.join(', ')} />
        <Fact
          label="Two-factor sign-in"
          value={secondFactorSince === null ? 'Off' : `On since ${formatDay(secondFactorSince)}`}
        />
        {operatorRoles.length > 0 && (
          <Fact label="Operator’s role" value={operatorRoles.map((role) => ROLE_TITLES[role]).join(', ')} />
        )}
      </dl>
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

const TITLES: Readonly<Record<string, string>> = ROLE_TITLES

function Businesses({ account: { businesses } }: { account: Account }) {
  const { can } = useOperatorRoles()
  if (businesses.length === 0) return null
  return (
    <Panel title="Businesses">
      <ul className="flex flex-col gap-2 text-sm">
        {businesses.map(({ id, name, type, roles, supplier }) => (
          <li key={id}>
            {supplier !== null && can('suppliers:read') ? (
              <Link href={supplierAddress(supplier)} className="text-link">
                {name}
              </Link>
            ) : (
              name
            )}
            <p className="text-xs text-ink-soft">
              {type === 'vendor' ? 'Vendor' : TYPE_TITLES[type]} ·{' '}
              {roles.map((role) => TITLES[role] ?? role).join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Activity({ account }: { account: Account }) {
  const { can } = useOperatorRoles()
  const { purchases, openPurchases, products, openSales, connectedStores, wallet } = account.consequences
  const counts = [
    { label: 'Purchases', value: formatNumber(purchases) },
    { label: 'Open purchases', value: formatNumber(openPurchases) },
    ...(account.type === 'manufacturer'
      ? [
          { label: 'Active products', value: formatNumber(products) },
          { label: 'Orders to deliver', value: formatNumber(openSales) },
        ]
      : []),
    { label: 'Connected stores', value: formatNumber(connectedStores) },
    ...wallet.map(({ currency, amount }) => ({ label: 'Wallet', value: formatMoney(amount, currency) })),
  ]
  return (
    <Panel
      title="Activity"
      aside={
        can('activity:read') && (
          <ActionLink isSmall variant="quiet" href={toAddress(OPERATOR.audit, { member: account.id })}>
            See changes
          </ActionLink>
        )
      }
    >
      <Figures rows={counts} />
      {can('orders:read') && account.email !== '' && (
        <p className="mt-3 text-sm">
          <Link href={toAddress(OPERATOR.orders, { search: account.email })} className="text-link">
            See orders
          </Link>
        </p>
      )}
    </Panel>
  )
}
