import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { NewsletterFrame } from './newsletter-frame.tsx'

/** The submitted form, without scripts, if it was rejected. */
export type NewsletterData = Readonly<{ posted?: RejectedForm }>

/** The newsletter's own page, to which the footer's form leads without scripts. */
export const newsletterPage = page<NewsletterData>({
  load: async ({ posted }) => (posted ? { posted } : {}),
  head: () => ({
    title: 'Newsletter',
    description: 'New products, once a month, by email.',
    canonical: '/newsletter',
  }),
  View: NewsletterView,
})

/** Renders the form, or the next step after it was sent. */
export function NewsletterView({ data: { posted }, search }: ViewProps<NewsletterData>) {
  if (search['sent'] === '1' && !posted) return <ConfirmationRequested />
  return (
    <NewsletterFrame title="New products, once a month">
      <p className="max-w-prose text-ink-soft">
        New products and the suppliers behind them. Confirm by email, unsubscribe with one click.
      </p>
      <form method="post" action="/newsletter" className="mt-3 flex w-full max-w-sm flex-col gap-4 text-left">
        <Field
          name="email"
          type="email"
          label="Your email address"
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={posted?.values['email']}
          error={posted?.message}
        />
        <Button type="submit" size="lg" wide>
          Subscribe
        </Button>
      </form>
    </NewsletterFrame>
  )
}

/** Renders the same text for every address, so that it does not reveal who subscribed. */
function ConfirmationRequested() {
  return (
    <NewsletterFrame title="Check your inbox">
      <p role="status" className="max-w-prose text-ink-soft">
        If this address isn’t subscribed yet, we’ve sent an email to confirm it. The link is valid for 7 days.
      </p>
      <ButtonLink href="/marketplace" variant="outline" className="mt-3">
        Go to the marketplace
      </ButtonLink>
    </NewsletterFrame>
  )
}
