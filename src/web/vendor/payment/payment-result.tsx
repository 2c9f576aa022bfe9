import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { VENDOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/vendor-page.tsx'

/** How often a pending payment is polled, in milliseconds. */
const POLL_MS = 3_000

const TEXTS = {
  paid: {
    title: 'Payment received',
    text: 'Paid orders go to their suppliers as soon as their hold ends.',
  },
  pending: {
    title: 'Your payment is on its way',
    text: 'This page updates automatically. You can leave it: we record the payment when it arrives.',
  },
  failed: { title: 'The payment didn’t go through', text: 'You weren’t charged. Please pay again.' },
  unapplied: {
    title: 'Your payment arrived too late',
    text: 'Its orders had already ended. We’ll credit or refund it and email you.',
  },
} as const

/** Renders the page after a payment for orders or the wallet: whether the money has arrived. */
export function PaymentResult({ search }: SectionProps) {
  const id = search['transaction_id'] ?? ''
  const query = useQuery({
    queryKey: ['vendor', 'payment', id],
    queryFn: () => call('POST /vendor/payments/{id}/confirm', { params: { id } }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? POLL_MS : false),
  })
  return (
    <>
      <PageHead title="Your payment" />
      <div className="console-panel" aria-live="polite">
        {id === '' ? (
          <Empty title="No payment found" text="Choose orders to pay, or add money to your wallet.">
            <ActionLink href={`${VENDOR.orders}?view=to_pay`}>See orders to pay</ActionLink>
          </Empty>
        ) : (
          <Loaded query={query}>
            {({ state, isTopUp }) => (
              <Empty
                title={TEXTS[state].title}
                text={
                  state === 'paid' && isTopUp
                    ? 'The money is in your wallet. Orders on hold are paid automatically.'
                    : TEXTS[state].text
                }
              >
                <ActionLink variant={isTopUp ? 'outline' : 'primary'} href={VENDOR.orders}>
                  See your orders
                </ActionLink>
                <ActionLink variant={isTopUp ? 'primary' : 'outline'} href={VENDOR.wallet}>
                  See your wallet
                </ActionLink>
              </Empty>
            )}
          </Loaded>
        )}
      </div>
    </>
  )
}
