import { useQuery } from '@tanstack/react-query'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { formatMinor } from '../format-minor.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { FilterChip, TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { LedgerState } from './ledger-state.tsx'
import { Subledgers } from './ledger-subledgers.tsx'
import { PostingList } from './posting-list.tsx'

type Account = AnswerTo<'GET /ledger/balances'>['accounts'][number]
type AccountName = InputOf<'GET /ledger/explain/{account}'>['params']['account']

/** Renders the ledger: balances of accounts, their postings, and a search by reference or kind. */
export function Ledger({ search }: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'accounts'],
    queryFn: async ({ signal }) => (await call('GET /ledger/balances', {}, { signal })).accounts,
  })
  const account = query.data?.find((one) => one.account === search['account'])?.account
  return (
    <>
      <PageHead title="Ledger">
        <LedgerState />
      </PageHead>
      <div className="grid gap-4 lg:grid-cols-[21rem_minmax(0,1fr)] lg:items-start">
        {/* On phones the selection precedes the list. */}
        <Panel title="Accounts" className={account === undefined ? '' : 'max-lg:order-last'}>
          <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
            {(accounts) => <Accounts accounts={accounts} search={search} />}
          </Loaded>
        </Panel>
        {account !== undefined && search['kind'] === undefined ? (
          <AccountView account={account} search={search} />
        ) : (
          <Postings search={search} />
        )}
      </div>
    </>
  )
}

function Accounts({ accounts, search }: Pick<SectionProps, 'search'> & { accounts: readonly Account[] }) {
  if (accounts.length === 0) return <p className="text-sm text-ink-soft">Nothing has been posted yet.</p>
  return (
    <ul className="flex flex-col text-sm">
      {accounts.map(({ account, number, title, currency, amount }) => (
        <li key={`${account} ${currency}`}>
          <Link
            href={toAddress(OPERATOR.ledger, { account, currency })}
            aria-current={
              account === search['account'] && currency === toCurrency(search) ? 'page' : undefined
            }
            className="flex min-h-9 items-center justify-between gap-3 rounded-sm px-1 hover:bg-mist aria-[current=page]:font-semibold max-md:min-h-11"
          >
            <span>
              <span className="text-ink-soft tabular-nums">{number}</span> {title}
            </span>
            <span className="tabular-nums">{formatMinor(amount, currency)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns the currency of the selected balance. */
function toCurrency(search: SectionProps['search']): string {
  return search['currency'] ?? 'USD'
}

/** Renders an account: its postings, or its subledgers, depending on the address. */
function AccountView({ account, search }: Pick<SectionProps, 'search'> & { account: AccountName }) {
  const currency = toCurrency(search)
  const subledger = search['subledger'] || undefined
  if (subledger !== undefined)
    return <Explanation account={account} currency={currency} subledger={subledger} />
  const isBalances = search['view'] === 'balances'
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ViewTabs
        label="Account"
        current={isBalances ? 'balances' : 'postings'}
        tabs={[
          { id: 'postings', label: 'Postings', href: toAddress(OPERATOR.ledger, { account, currency }) },
          {
            id: 'balances',
            label: 'Balances',
            href: toAddress(OPERATOR.ledger, { account, currency, view: 'balances' }),
          },
        ]}
      />
      {isBalances ? (
        <Subledgers account={account} currency={currency} search={search} />
      ) : (
        <Explanation account={account} currency={currency} subledger={undefined} />
      )}
    </div>
  )
}

/** Renders a balance and all postings that it consists of. */
function Explanation(props: { account: AccountName; currency: string; subledger: string | undefined }) {
  const { account, currency, subledger } = props
  const query = usePages('GET /ledger/explain/{account}', {
    queryKey: ['operator', 'explain', account, currency, subledger ?? ''],
    input: {
      params: { account },
      query: {
        currency,
        ...(subledger === undefined ? {} : { subledger }),
      },
    },
  })
  const amount = query.data?.pages[0]?.amount
  return (
    <Panel
      title={amount === undefined ? 'Postings' : `${formatMinor(amount, currency)} explained`}
      hint={[account.replaceAll('_', ' '), subledger].filter(Boolean).join(', ')}
      isFlush
    >
      <PagedList query={query}>
        {({ pages }) => <PostingList postings={pages.flatMap(({ postings }) => postings)} />}
      </PagedList>
    </Panel>
  )
}

function Postings({ search }: Pick<SectionProps, 'search'>) {
  const text = search['search'] ?? ''
  const kind = search['kind'] || undefined
  const change = useAddressChange(OPERATOR.ledger, search)
  const query = usePages('GET /ledger/postings', {
    queryKey: ['operator', 'postings', text, kind ?? ''],
    input: {
      query: {
        search: text,
        ...(kind === undefined ? {} : { kind }),
      },
    },
    keepsPrevious: true,
  })
  return (
    <Panel title="Postings" isFlush>
      <div className="flex flex-wrap gap-2 px-4 pb-3">
        <TableSearch
          label="Search postings"
          placeholder="Reference, order, supplier or payout ID"
          value={text}
          onSearch={(next) => change({ search: next })}
        />
        {kind !== undefined && (
          <FilterChip
            label="Kind"
            value={kind}
            options={[{ value: kind, label: kind }]}
            onChange={(value) => change({ kind: value })}
          />
        )}
      </div>
      <PagedList query={query}>
        {({ pages }) => {
          const postings = pages.flatMap((page) => page.postings)
          if (postings.length > 0) return <PostingList postings={postings} />
          return text === '' && kind === undefined ? (
            <Empty title="No postings yet" text="Every movement of money is posted here." />
          ) : (
            <Empty title="No postings found" text="Search by the start of a reference, or by a full ID.">
              <Action onClick={() => change({ search: undefined, kind: undefined })}>
                Show all postings
              </Action>
            </Empty>
          )
        }}
      </PagedList>
    </Panel>
  )
}
