import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { formatMinor } from './format-minor.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Empty, LimitNote } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyHead } from './money-head.tsx'

type Money = AnswerTo<'GET /unapplied'>['unapplied'][number]
type MoneyAction = Readonly<{ money: Money; action: 'match' | 'refund' }>

/** Renders unapplied receipts, to apply each to an order or to refund it. */
export function UnappliedMoney() {
  const [chosen, setChosen] = useState<MoneyAction>()
  const query = useQuery({
    queryKey: ['operator', 'unapplied'],
    queryFn: async ({ signal }) => (await call('GET /unapplied', {}, { signal })).unapplied,
  })
  return (
    <>
      <MoneyHead current="unapplied" />
      <div className="console-panel">
        <Loaded query={query}>
          {(unapplied) =>
            unapplied.length === 0 ? (
              <Empty
                title="No unapplied money"
                text="Payments that arrive late, twice or with the wrong amount appear here."
              />
            ) : (
              <MoneyList unapplied={unapplied} onChoose={setChosen} />
            )
          }
        </Loaded>
        <LimitNote
          count={query.data?.length ?? 0}
          limit={MAX_SHOWN.unapplied}
          text={`The oldest ${MAX_SHOWN.unapplied} are shown. Apply or refund them to see the next.`}
          isFlush
        />
      </div>
      {chosen && (
        <MoneyDialog key={chosen.money.receipt} chosen={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}

function MoneyList(props: { unapplied: readonly Money[]; onChoose: (chosen: MoneyAction) => void }) {
  const { unapplied, onChoose } = props
  return (
    <ul className="divide-y divide-line">
      {unapplied.map((money) => (
        <li key={money.receipt} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold tabular-nums">
              {formatMinor(money.left, money.currency)}
              {money.left < money.amount && ` of ${formatMinor(money.amount, money.currency)}`}
            </p>
            <p className="text-xs wrap-anywhere text-ink-soft">
              {formatDateTime(money.receivedAt)} · {money.provider} · {money.reason}
              {money.purchaseNumber !== null && ` · meant for ${money.purchaseNumber}`}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Action isSmall onClick={() => onChoose({ money, action: 'match' })}>
              Apply to an order …
            </Action>
            <Action isSmall onClick={() => onChoose({ money, action: 'refund' })}>
              Refund …
            </Action>
          </div>
        </li>
      ))}
    </ul>
  )
}

function MoneyDialog({ chosen: { money, action }, onClose }: { chosen: MoneyAction; onClose: () => void }) {
  const queries = useQueryClient()
  const isMatch = action === 'match'
  const [text, setText] = useState(isMatch ? money.purchase : '')
  const amount = formatMinor(money.left, money.currency)
  const params = { receipt: money.receipt }
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={isMatch ? 'Apply to an order' : 'Refund this payment'}
      text={
        isMatch
          ? `${amount} is applied to an unpaid purchase of exactly that amount.`
          : `${amount} is refunded to the original payment method.`
      }
      submitLabel={isMatch ? 'Apply' : 'Refund'}
      variant={isMatch ? 'primary' : 'danger'}
      canSubmit={text.trim().length >= 3}
      onSubmit={async () => {
        const send = (): Promise<Readonly<{ message: string }>> =>
          isMatch
            ? call('POST /unapplied/{receipt}/match', { params, body: { purchase: text.trim() } })
            : call('POST /unapplied/{receipt}/give-back', { params, body: { reason: text } })
        const { message } = await withPassword(send)
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) =>
        explainError(
          error,
          isMatch
            ? 'We couldn’t apply the payment. Please try again in a moment.'
            : 'We couldn’t refund the payment. Please try again in a moment.',
        )
      }
    >
      <Field
        label={isMatch ? 'ID of the purchase' : 'Reason'}
        maxLength={isMatch ? 100 : 500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
