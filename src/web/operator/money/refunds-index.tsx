import { Plus } from 'lucide'
import { useState } from 'react'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { FilterChip } from '#web/console/table/table-tools.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { OPERATOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { Allowed } from '../console/operator-roles.tsx'
import { MoneyHead } from './money-head.tsx'
import { RecordRefund } from './record/record-refund.tsx'
import { REFUND_STATES, RefundRow } from './refund-row.tsx'

type State = AnswerTo<'GET /refunds'>['refunds'][number]['state']

const STATES = Object.entries(REFUND_STATES).map(([value, { label }]) => ({
  // The keys of the states are their names.
  value: value as State,
  label,
}))

/** Renders all refunds by state; those that failed at the provider have actions. */
export function RefundsIndex({ search }: SectionProps) {
  const [isRecording, setIsRecording] = useState(false)
  const state = STATES.find(({ value }) => value === search['state'])?.value
  const change = useAddressChange(OPERATOR.refunds, search)
  const query = usePages('GET /refunds', {
    queryKey: ['operator', 'refunds', state ?? ''],
    input: { query: state ? { state } : {} },
  })
  return (
    <>
      <MoneyHead current="refunds">
        <Allowed needs="money:write">
          <Action icon={Plus} onClick={() => setIsRecording(true)}>
            Record refund
          </Action>
        </Allowed>
      </MoneyHead>
      {isRecording && <RecordRefund onClose={() => setIsRecording(false)} />}
      <div className="console-panel">
        <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
          <FilterChip
            label="State"
            value={state}
            options={STATES}
            onChange={(value) => change({ state: value })}
          />
        </div>
        <PagedList query={query}>
          {({ pages }) => {
            const refunds = pages.flatMap((page) => page.refunds)
            return refunds.length === 0 ? (
              <Empty
                title="No refunds here"
                text="Refunds of orders and of unapplied payments appear here."
              />
            ) : (
              <ul className="divide-y divide-line">
                {refunds.map((refund) => (
                  <RefundRow key={refund.id} refund={refund} withOrder />
                ))}
              </ul>
            )
          }}
        </PagedList>
      </div>
    </>
  )
}
