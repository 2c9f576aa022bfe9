import { Checkbox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Buyer } from '../form/buyer-form.ts'
import { FormField } from '../form/form-field.tsx'
import type { FormSectionProps } from '../form/form-field.tsx'
import { SectionHeading } from '../form/section-heading.tsx'

/** Renders the buyer: a guest with an email address, or the signed-in user (CHK-02, CHK-03, CHK-12). */
export function ContactBlock({
  form,
  errors,
  change,
  buyer,
}: FormSectionProps & { buyer?: Buyer | undefined }) {
  return (
    <section aria-labelledby="checkout-contact">
      <SectionHeading
        id="checkout-contact"
        aside={buyer ? <SignedInBuyer buyer={buyer} /> : <SignInPrompt />}
      >
        Contact
      </SectionHeading>
      <div className="grid grid-cols-6 gap-5">
        <FormField field="email" form={form} errors={errors} change={change} />
        <Checkbox
          className="col-span-6"
          name="subscribeToOffers"
          label="Email me about new products and offers"
          checked={form.subscribeToOffers}
          onChange={(event) => change({ ...form, subscribeToOffers: event.target.checked })}
        />
      </div>
    </section>
  )
}

function SignInPrompt() {
  return (
    <p className="text-sm text-ink-soft">
      Have an account?{' '}
      <Link href="/login?next=/checkout" className="text-link text-ink">
        Sign in
      </Link>
    </p>
  )
}

function SignedInBuyer({ buyer }: { buyer: Buyer }) {
  return (
    <p className="text-sm wrap-anywhere text-ink-soft">
      Signed in as {buyer.firstName} {buyer.lastName}
    </p>
  )
}
