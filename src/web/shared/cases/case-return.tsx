import { useState } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { formatCents } from '#core/money.ts'
import { call, explainError, sendWithSession } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { openFile } from '#web/app/calls/open-file.ts'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import type { CaseViewProps } from './case-view.tsx'

type Return = NonNullable<CaseData['return']>
type Rate = NonNullable<AnswerTo<'POST /orders/{purchase}/cases/{id}/return-label-rate'>['rate']>

/** Renders how the items of a case are returned, and who pays for it. They go by a label or to an address. */
export function CaseReturn(props: CaseViewProps) {
  const { found } = props
  const agreed = found.return
  if (!agreed?.address || found.state !== 'awaiting_return') return null
  const title = `return-${found.id}`
  return (
    <section
      aria-labelledby={title}
      className="flex flex-col gap-3 rounded-md border border-line-strong p-4 text-sm"
    >
      <h5 id={title} className="font-sans text-sm font-medium">
        How to return the items
      </h5>
      {agreed.label ? <LabelInHand {...props} label={agreed.label} /> : <ReturnAddress agreed={agreed} />}
      {agreed.instructions !== '' && (
        <p className="wrap-anywhere whitespace-pre-line">{agreed.instructions}</p>
      )}
      {agreed.canGetLabel && <LabelOffer {...props} />}
    </section>
  )
}

function ReturnAddress({ agreed: { address, paidBy } }: { agreed: Return }) {
  if (!address) return null
  const { name, street1, street2, zip, city, state, country } = address
  const place = [[zip, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  return (
    <>
      <p>
        {paidBy === 'supplier'
          ? 'Send the items to this address. The store pays for the return: ask it below about the cost before you send them.'
          : 'Send the items to this address. You pay for the return; keep the carrier’s receipt.'}
      </p>
      <address className="rounded-md bg-mist px-4 py-3 wrap-anywhere not-italic">
        {[name, street1, street2, place, formatCountry(country)]
          .filter((line) => line !== undefined && line !== '')
          .map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
      </address>
    </>
  )
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function formatCountry(code: string): string {
  return REGIONS.of(code) ?? code
}

type LabelProps = CaseViewProps & Readonly<{ label: NonNullable<Return['label']> }>

function LabelInHand({ purchaseId, found, label, onOutdated }: LabelProps) {
  const { problem, isBusy, run } = useStep()
  if (!label.isReady)
    return (
      <>
        <p>We’re creating your label. We’ll email you when it’s ready, usually within a minute.</p>
        <div>
          <Button size="sm" variant="outline" onClick={onOutdated}>
            Check again
          </Button>
        </div>
      </>
    )
  const path = `/orders/${encodeURIComponent(purchaseId)}/cases/${encodeURIComponent(found.id)}/return-label`
  return (
    <>
      <p>
        Print the label, stick it on the parcel and hand it to {label.carrier || 'the carrier'}.{' '}
        {label.chargedTo === 'supplier'
          ? 'The store pays for it.'
          : `${formatCost(label)} is deducted from your refund if you use it.`}
      </p>
      {label.trackingNumber !== null && (
        <p className="text-ink-soft">
          Tracking number <span className="wrap-anywhere text-ink">{label.trackingNumber}</span>
        </p>
      )}
      <FormProblem message={problem} />
      <div>
        <Button
          size="sm"
          busy={isBusy}
          onClick={() =>
            void run(
              () => openFile(() => sendWithSession(path, {}), 'return-label.pdf'),
              'We couldn’t open the label. Please try again in a moment.',
            )
          }
        >
          Print label
        </Button>
      </div>
    </>
  )
}

function formatCost({ cost, currency }: NonNullable<Return['label']>): string {
  return formatPrice(cost ?? 0, currency ?? 'USD')
}

function formatPrice(amount: number, currency: string): string {
  if (currency === 'USD') return formatCents(Math.round(amount * 100))
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)
}

/** Renders the offer of a label that is bought for the buyer and deducted from the refund, after its price is shown. */
function LabelOffer({ purchaseId, found, onChanged }: CaseViewProps) {
  const [rate, setRate] = useState<Rate>()
  const [none, setNone] = useState<string>()
  const { problem, isBusy, run } = useStep()
  const params = { purchase: purchaseId, id: found.id }

  const quote = () =>
    run(async () => {
      const answer = await call('POST /orders/{purchase}/cases/{id}/return-label-rate', { params, body: {} })
      setRate(answer.rate ?? undefined)
      setNone(answer.rate ? undefined : (answer.problem ?? 'No carrier accepts this parcel.'))
    }, 'We couldn’t get a price. Please try again in a moment.')

  const buy = ({ service, currency, minorAmount }: Rate) =>
    run(async () => {
      const body = { rate: { service, currency, amount: minorAmount } }
      const answer = await call('POST /orders/{purchase}/cases/{id}/return-label', { params, body })
      onChanged(answer.case)
    }, 'We couldn’t buy the label. Please try again in a moment.')

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      {rate ? (
        <RateQuestion
          rate={rate}
          isBusy={isBusy}
          onBuy={() => void buy(rate)}
          onLeave={() => setRate(undefined)}
        />
      ) : (
        <div>
          <Button size="sm" variant="outline" busy={isBusy} onClick={() => void quote()}>
            Get a label instead
          </Button>
        </div>
      )}
      {none !== undefined && <p role="status">There is no label for this return. {none}</p>}
      <FormProblem message={problem} />
    </div>
  )
}

type RateQuestionProps = Readonly<{ rate: Rate; isBusy: boolean; onBuy: () => void; onLeave: () => void }>

function RateQuestion({ rate, isBusy, onBuy, onLeave }: RateQuestionProps) {
  const question = useFocusOnMount<HTMLParagraphElement>()
  const price = formatPrice(rate.amount, rate.currency)
  return (
    <>
      <p ref={question} tabIndex={-1}>
        A label of {[rate.carrier, rate.service].filter(Boolean).join(', ')} costs {price}. It’s deducted from
        your refund if you use it.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" busy={isBusy} onClick={onBuy}>
          Get label for {price}
        </Button>
        <Button size="sm" variant="quiet" onClick={onLeave}>
          Not now
        </Button>
      </div>
    </>
  )
}

/** Runs an action and returns its pending state and its error. */
function useStep() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run(step: () => Promise<void>, fallback: string): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await step()
    } catch (error) {
      setProblem(explainError(error, fallback))
    }
    setIsBusy(false)
  }

  return { isBusy, problem, run }
}
