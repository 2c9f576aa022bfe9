import { Plus } from 'lucide'
import { useState } from 'react'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { formatMinor } from './format-minor.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, orderAddress } from '../console/addresses.ts'
import { Allowed } from '../console/operator-roles.tsx'
import { MoneyHead } from './money-head.tsx'
import { RecordDispute } from './record/record-dispute.tsx'

type Chargeback = AnswerTo<'GET /chargebacks'>['chargebacks'][number]

const STATES: Readonly<Record<Chargeback['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  inquiry: { label: 'Inquiry', tone: 'wait' },
  open: { label: 'Money taken', tone: 'bad' },
  won: { label: 'Won', tone: 'good' },
  lost: { label: 'Lost', tone: 'plain' },
}

/** Renders disputes and chargebacks, with their orders, and the liable party by the ledger. */
export function Disputes() {
  const [isRecording, setIsRecording] = useState(false)
  const query = usePages('GET /chargebacks', {
    queryKey: ['operator', 'disputes'],
  })
  return (
    <>
      <MoneyHead current="disputes">
        <Allowed needs="money:write">
          <Action icon={Plus} onClick={() => setIsRecording(true)}>
            Record dispute
          </Action>
        </Allowed>
      </MoneyHead>
      {isRecording && <RecordDispute onClose={() => setIsRecording(false)} />}
      <div className="console-panel">
        <PagedList query={query}>
          {({ pages }) => {
            const chargebacks = pages.flatMap((page) => page.chargebacks)
            return chargebacks.length === 0 ? (
              <Empty title="No disputes" text="When a buyer’s bank disputes a payment, it appears here." />
            ) : (
              <ul className="divide-y divide-line">
                {chargebacks.map((one) => (
                  <DisputeRow key={one.id} one={one} />
                ))}
              </ul>
            )
          }}
        </PagedList>
      </div>
    </>
  )
}

function DisputeRow({ one }: { one: Chargeback }) {
  const { label, tone } = STATES[one.state]
  return (
    <li className="px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="tabular-nums">{formatMinor(one.amount, one.currency)}</span>
        <Status tone={tone}>{label}</Status>
      </p>
      <p className="text-xs wrap-anywhere text-ink-soft">
        {formatDateTime(one.at)} · {one.provider} · {one.reason} · {one.id}
        {one.respondBy !== null && ` · answer by ${formatDateTime(one.respondBy)}`}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-xs">
        {one.orders.map(({ order, amount }) => (
          <Link key={order} href={orderAddress(order)} className="text-link">
            Order: {formatMinor(amount, one.currency)}
          </Link>
        ))}
        {one.liability.map(({ account, subledger, amount }) => (
          <Link
            key={`${account} ${subledger}`}
            href={toAddress(OPERATOR.ledger, { account, subledger, currency: one.currency })}
            className="text-link"
          >
            Liability of {account.replaceAll('_', ' ')}: {formatMinor(amount, one.currency)}
          </Link>
        ))}
      </p>
    </li>
  )
}
