import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManualOrderBody } from '#features/stores/shop-orders/intake/manual/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { VENDOR, vendorOrderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/vendor-page.tsx'
import { CostPanel } from './cost-panel.tsx'
import { OrderLines } from './order-lines.tsx'
import { RecipientFields } from './recipient-fields.tsx'
import { EMPTY_RECIPIENT, isComplete, type TypedLine, type TypedRecipient, toBody } from './typed-order.ts'

/** Renders a manual order: for a customer with their address, or a sample for the vendor. */
export function NewOrder({ search, user }: SectionProps) {
  const [isSample, setIsSample] = useState(search['kind'] === 'sample')
  const [isPractice, setIsPractice] = useState(false)
  const [lines, setLines] = useState<readonly TypedLine[]>([])
  const [recipient, setRecipient] = useState<TypedRecipient>({
    ...EMPTY_RECIPIENT,
    ...(search['kind'] === 'sample' ? { firstName: user.firstName, lastName: user.lastName } : {}),
  })
  const body = isComplete(lines, recipient) ? toBody({ lines, recipient, isSample, isPractice }) : null
  const quote = useQuote(body)
  const place = usePlacing(body, quote.data?.quote?.total)
  return (
    <>
      <PageHead
        title={isSample ? 'Order a sample' : 'New order'}
        back={{ href: VENDOR.orders, label: 'All orders' }}
      />
      <div className="grid gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="flex flex-col gap-4">
          <KindPanel isSample={isSample} onChange={setIsSample} />
          <OrderLines lines={lines} firstId={search['product']} hasPrices={!isSample} onChange={setLines} />
          <RecipientFields recipient={recipient} isSample={isSample} onChange={setRecipient} />
        </div>
        <div className="flex flex-col gap-4">
          <CostPanel isReady={body !== null} query={quote} lines={lines} isSample={isSample} />
          <Panel title="Practice">
            <Checkbox
              label="Practice order: paid with practice money, and nothing ships"
              checked={isPractice}
              onChange={({ target }) => setIsPractice(target.checked)}
            />
          </Panel>
          <Action
            variant="primary"
            busy={place.isPlacing}
            disabled={!quote.data?.quote || quote.data.reasons.length > 0 || quote.isFetching}
            onClick={place.placeOrder}
          >
            {isSample ? 'Order the sample' : 'Place order'}
          </Action>
          <p className="text-xs text-ink-soft">
            You pay from your wallet or by card on the order’s page. We send it to the supplier after the
            hold.
          </p>
        </div>
      </div>
    </>
  )
}

function KindPanel({ isSample, onChange }: { isSample: boolean; onChange: (isSample: boolean) => void }) {
  const kinds = [
    {
      value: false,
      label: 'For a customer',
      text: 'Sold by phone, at a market or in a store that isn’t connected.',
    },
    { value: true, label: 'A sample for me', text: 'Order a sample to check and photograph the product.' },
  ]
  return (
    <Panel title="Order type">
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="sr-only">Order type</legend>
        {kinds.map(({ value, label, text }) => (
          <div key={label}>
            <label className="flex items-center gap-3 text-sm font-medium">
              <input
                type="radio"
                name="order-kind"
                checked={isSample === value}
                onChange={() => onChange(value)}
                className="size-5 accent-accent"
              />
              {label}
            </label>
            <p className="ms-8 text-xs text-ink-soft">{text}</p>
          </div>
        ))}
      </fieldset>
    </Panel>
  )
}

/** Requests the cost of the order, once it is complete. */
function useQuote(body: ManualOrderBody | null) {
  return useQuery({
    queryKey: ['vendor', 'manual-quote', body],
    queryFn: ({ signal }) =>
      call(
        'POST /vendor/manual-orders/quote',
        { body: body ?? { lines: [], recipient: EMPTY_RECIPIENT } },
        { signal },
      ),
    enabled: body !== null,
    retry: false,
  })
}

/** Returns a function that places the order; repeated clicks place it once. */
function usePlacing(body: ManualOrderBody | null, total: number | undefined) {
  const go = useNavigateTo()
  const [requestId] = useState(randomUuid)
  const [isPlacing, setIsPlacing] = useState(false)
  const placeOrder = () => {
    if (!body || total === undefined) return
    setIsPlacing(true)
    call('POST /vendor/manual-orders', { body: { ...body, requestId, total } })
      .then(({ id, message }) => {
        toast.success(message)
        return go(vendorOrderAddress(id))
      })
      .catch((error: unknown) =>
        toast.error(explainError(error, 'We couldn’t place the order. Please try again in a moment.')),
      )
      .finally(() => setIsPlacing(false))
  }
  return { isPlacing, placeOrder }
}
