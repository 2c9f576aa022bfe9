import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { TableSearch } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { formatMinor } from '../format-minor.ts'
import { SubjectLink } from '../subject-link.tsx'

type AccountName = InputOf<'GET /ledger/balances/{account}'>['params']['account']

/** Renders the subledgers of an account's balance, by party or subject, with links to postings. */
export function Subledgers(props: {
  account: AccountName
  currency: string
  search: SectionProps['search']
}) {
  const { account, currency, search } = props
  const beginning = search['beginning'] ?? ''
  const change = useAddressChange(OPERATOR.ledger, search)
  const query = useSubledgers({ account, currency, beginning })
  return (
    <Panel title="Balances" hint={account.replaceAll('_', ' ')} isFlush>
      <div className="px-4 pb-3">
        <TableSearch
          label="Search balances"
          placeholder="Start of an ID, such as sup_"
          value={beginning}
          onSearch={(next) => change({ beginning: next })}
        />
      </div>
      <PagedList query={query}>
        {({ pages }) => {
          const balances = pages.flatMap((page) => page.balances)
          if (balances.length === 0)
            return (
              <Empty title="No balances found" text="Nothing is open on this account for this search.">
                <Action onClick={() => change({ beginning: undefined })}>Show all balances</Action>
              </Empty>
            )
          return <BalanceTable balances={balances} account={account} currency={currency} />
        }}
      </PagedList>
    </Panel>
  )
}

function BalanceTable(props: {
  balances: AnswerTo<'GET /ledger/balances/{account}'>['balances']
  account: AccountName
  currency: string
}) {
  const { balances, account, currency } = props
  return (
    <table className="console-table table-fixed" aria-label="Balances">
      <thead>
        <tr>
          <th scope="col">About</th>
          <th scope="col" className="number w-32">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {balances.map(({ subledger, amount }) => (
          <tr key={subledger}>
            <td className="py-1.5 wrap-anywhere whitespace-normal">
              <Link href={toAddress(OPERATOR.ledger, { account, currency, subledger })} className="text-link">
                {subledger}
              </Link>{' '}
              <SubjectLink subledger={subledger} />
            </td>
            <td className="number">{formatMinor(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useSubledgers(filter: Readonly<{ account: AccountName; currency: string; beginning: string }>) {
  const { account, currency, beginning } = filter
  return usePages('GET /ledger/balances/{account}', {
    queryKey: ['operator', 'subledgers', account, currency, beginning],
    input: { params: { account }, query: { currency, beginning } },
    keepsPrevious: true,
  })
}
