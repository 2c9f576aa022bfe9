import { Checkbox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { FormField } from './form-field.tsx'
import type { FormPart } from './form-field.tsx'
import { SectionHeading } from './section-heading.tsx'

/** Who buys: a guest with an e-mail address, or somebody who would rather sign in (CHK-02, CHK-12). */
export function ContactBlock({ form, errors, change }: FormPart) {
  return (
    <section aria-labelledby="checkout-contact">
      <SectionHeading id="checkout-contact" aside={<SignIn />}>
        Contact
      </SectionHeading>
      <div className="grid grid-cols-6 gap-5">
        <FormField field="email" form={form} errors={errors} change={change} />
        <Checkbox
          className="col-span-6"
          name="subscribeToOffers"
          label="Write to me about new pieces and offers"
          checked={form.subscribeToOffers}
          onChange={(event) => change({ ...form, subscribeToOffers: event.target.checked })}
        />
      </div>
    </section>
  )
}

function SignIn() {
  return (
    <p className="text-sm text-ink-soft">
      Buy as a guest, or{' '}
      <Link href="/login?returnTo=/checkout" className="text-link text-ink">
        sign in
      </Link>
    </p>
  )
}
