import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { contactErrorsFrom } from '../contact/use-contact.ts'

/** The submitted form if it was rejected. */
export type FindOrderData = Readonly<{ posted?: RejectedForm }>

/** /find-order: emails guests the link to their order. A plain form, so it works without scripts. */
export const findOrderPage = page<FindOrderData>({
  load: async ({ posted }) => (posted ? { posted } : {}),
  head: () => ({
    title: 'Find your order',
    description: 'Lost the link to your order? We’ll email it to you.',
    canonical: '/find-order',
  }),
  View: FindOrderView,
})

/** Renders the form, or the next step after it was sent. */
export function FindOrderView({ data: { posted }, search }: ViewProps<FindOrderData>) {
  if (search['sent'] === '1' && !posted) return <LinkSent />
  const problems = posted ? contactErrorsFrom(posted) : {}
  return (
    <section className="page-width flex flex-col items-start gap-4 py-12 md:py-20">
      <h1 className="text-3xl">Find your order</h1>
      <p className="max-w-prose text-ink-soft">
        Enter your order number and the email address you ordered with. We’ll email you a link.
      </p>
      {posted && Object.keys(problems).length === 0 && (
        <p role="alert" className="rounded-md bg-danger-mist px-5 py-4 text-sm text-danger">
          {posted.message}
        </p>
      )}
      <form method="post" action="/find-order" className="mt-3 flex w-full max-w-sm flex-col gap-5">
        <Field
          name="number"
          label="Order number"
          hint="Find it in the subject of your confirmation email."
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          required
          defaultValue={posted?.values['number']}
          error={problems['number']}
        />
        <Field
          name="email"
          type="email"
          label="Email address"
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={posted?.values['email']}
          error={problems['email']}
        />
        <Button type="submit" size="lg" wide>
          Email me the link
        </Button>
      </form>
      <p className="text-sm text-ink-soft">
        Have an account?{' '}
        <Link href="/login?next=%2Fdashboard%2Forders" className="text-link text-ink">
          Sign in to see all your orders
        </Link>
        .
      </p>
    </section>
  )
}

/** Renders the same text for every number and address, so that it does not reveal who has ordered. */
function LinkSent() {
  return (
    <section className="page-width flex flex-col items-start gap-4 py-12 md:py-20">
      <h1 className="text-3xl">Check your inbox</h1>
      <p role="status" className="max-w-prose text-ink-soft">
        If we find an order with this number and email address, we’ll email you a link. No email after a few
        minutes? Check both, or contact us.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink href="/find-order" variant="outline">
          Try again
        </ButtonLink>
        <ButtonLink href="/contact-us" variant="outline">
          Contact us
        </ButtonLink>
      </div>
    </section>
  )
}
