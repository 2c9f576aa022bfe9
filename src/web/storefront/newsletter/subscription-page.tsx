import type { SubscriptionData } from '#features/messaging/contact/contract.ts'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { pageNotFound } from '#web/app/router/navigation.ts'
import { useUnsubscribe } from '#web/shared/loading/use-unsubscribe.ts'
import { page } from '#web/app/router/page.ts'
import type { PageContext, ViewProps } from '#web/app/router/page.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { NewsletterFrame } from './newsletter-frame.tsx'

/** The status of the subscription that the email's link belongs to, or why the link is invalid. */
export type SubscriptionPageData =
  | Readonly<{ subscription: SubscriptionData; token: string }>
  | Readonly<{ problem: string }>

/** The actions of the links in newsletter emails. */
const LINK_ACTIONS: ReadonlySet<string | undefined> = new Set(['confirm', 'unsubscribe', 'resume'])

/**
 * The page of links in newsletter emails. Opening it changes nothing, as email scanners open links too: a button posts
 * the action, and its result is rendered at the same address.
 */
export const subscriptionPage = page<SubscriptionPageData>({
  load: loadSubscription,
  head: () => ({ title: 'Newsletter', description: 'Your newsletter subscription.', isPrivate: true }),
  View: SubscriptionView,
})

async function loadSubscription({ call: ask, params, search }: PageContext): Promise<SubscriptionPageData> {
  if (!LINK_ACTIONS.has(params['action'])) throw pageNotFound()
  const token = search['token'] ?? ''
  try {
    const { subscription } = await ask('GET /shop/newsletter', { query: { token } })
    return { subscription, token }
  } catch (error) {
    if (isApiFailure(error) && error.status < 429) return { problem: BROKEN_LINK }
    throw error
  }
}

const BROKEN_LINK =
  'The link may be incomplete, or the subscription was never confirmed. Please subscribe again.'

/** Renders the page of the email's link, by its action and the status of the subscription. */
export function SubscriptionView({ data, params }: ViewProps<SubscriptionPageData>) {
  if ('problem' in data) return <InvalidLink text={data.problem} />
  const { subscription, token } = data
  if (subscription.status === 'unsubscribed') return <Unsubscribed email={subscription.email} token={token} />
  if (params['action'] === 'unsubscribe')
    return <UnsubscribePrompt email={subscription.email} token={token} />
  if (subscription.status === 'confirmed') return <Subscribed email={subscription.email} token={token} />
  if (subscription.status === 'expired') return <InvalidLink text={LINK_EXPIRED} />
  return <ConfirmPrompt email={subscription.email} token={token} />
}

const LINK_EXPIRED = 'It expired after 7 days. Subscribe again to get a new one.'

type SubscriptionProps = Readonly<{ email: string; token: string }>

function ConfirmPrompt({ email, token }: SubscriptionProps) {
  return (
    <NewsletterFrame title="Confirm your subscription">
      <p className="max-w-prose text-ink-soft">Confirm to get new products at {email} once a month.</p>
      <SubscriptionForm action="confirm" token={token} label="Confirm" />
    </NewsletterFrame>
  )
}

function Subscribed({ email, token }: SubscriptionProps) {
  return (
    <NewsletterFrame title="You are subscribed">
      <p role="status" className="max-w-prose text-ink-soft">
        Thank you. We’ll email new products to {email} once a month.
      </p>
      <ButtonLink href="/marketplace?sort=newest" size="lg" className="mt-3">
        See new products
      </ButtonLink>
      <SubscriptionForm action="unsubscribe" token={token} label="Unsubscribe" isQuiet />
    </NewsletterFrame>
  )
}

/**
 * Renders the confirmation of unsubscribing. With scripts the click in the email suffices; without, a button posts it.
 */
function UnsubscribePrompt({ email, token }: SubscriptionProps) {
  const isUnsubscribing = useUnsubscribe(() =>
    call('POST /shop/newsletter/unsubscribe', { query: { token } }),
  )
  return (
    <NewsletterFrame title="Unsubscribe">
      <p role="status" className="max-w-prose text-ink-soft">
        {isUnsubscribing ? 'One moment, please.' : `No more newsletters to ${email}?`}
      </p>
      <SubscriptionForm action="unsubscribe" token={token} label="Unsubscribe" isBusy={isUnsubscribing} />
    </NewsletterFrame>
  )
}

function Unsubscribed({ email, token }: SubscriptionProps) {
  return (
    <NewsletterFrame title="You are unsubscribed">
      <p role="status" className="max-w-prose text-ink-soft">
        We no longer send the newsletter to {email}. Unsubscribed by mistake?
      </p>
      <SubscriptionForm action="resume" token={token} label="Undo" isQuiet />
    </NewsletterFrame>
  )
}

function InvalidLink({ text }: { text: string }) {
  return (
    <NewsletterFrame title="This link doesn’t work">
      <p className="max-w-prose text-ink-soft">{text}</p>
      <ButtonLink href="/newsletter" className="mt-3">
        Go to newsletter
      </ButtonLink>
    </NewsletterFrame>
  )
}

/** Renders a button that posts an action on the subscription; the response is the page. */
function SubscriptionForm(props: {
  action: 'confirm' | 'unsubscribe' | 'resume'
  token: string
  label: string
  isQuiet?: boolean
  isBusy?: boolean
}) {
  const { action, token, label, isQuiet = false, isBusy = false } = props
  return (
    <form method="post" action={`/newsletter/${action}?token=${encodeURIComponent(token)}`} className="mt-3">
      <Button
        type="submit"
        variant={isQuiet ? 'outline' : 'primary'}
        size={isQuiet ? 'md' : 'lg'}
        busy={isBusy}
      >
        {label}
      </Button>
    </form>
  )
}
