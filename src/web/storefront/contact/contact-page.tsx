import { Clock, Mail, MapPin, Phone } from 'lucide'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import { telephoneHref } from '#core/company/company.ts'
import type { ContactStoreData } from '#features/messaging/contact/contract.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { isApiFailure } from '#web/app/calls/api.ts'
import { useCompany } from '#web/app/document/company.ts'
import { page } from '#web/app/router/page.ts'
import type { PageContext, ViewProps } from '#web/app/router/page.ts'
import { ContactForm } from './contact-form.tsx'

/** The store to contact, if the address names one, and a submission without scripts that was rejected. */
export type ContactData = Readonly<{ store?: ContactStoreData; storeProblem?: string; posted?: RejectedForm }>

/** The contact page of the shop, and of a store through it (`?supplier=`). */
export const contactPage = page<ContactData>({
  load: loadContact,
  head: ({ store }) => ({
    title: store ? `Contact ${store.name}` : 'Contact Us',
    description: 'Contact us. We respond within 24 hours.',
    canonical: '/contact-us',
    isPrivate: store !== undefined,
  }),
  View: ContactView,
})

async function loadContact({ call, search, posted }: PageContext): Promise<ContactData> {
  const postedData = posted ? { posted } : {}
  const id = search['supplier'] ?? ''
  if (id === '') return postedData
  try {
    const { store } = await call('GET /shop/contactStore/{id}', { params: { id } })
    return { ...postedData, store }
  } catch (error) {
    // Support can still be contacted.
    if (isApiFailure(error)) return { ...postedData, storeProblem: error.message }
    throw error
  }
}

/** Renders the page: what to expect beside the form. */
export function ContactView({ data, search }: ViewProps<ContactData>) {
  return (
    <div className="page-width grid gap-10 py-10 md:py-16 lg:grid-cols-12 lg:gap-16">
      <section className="lg:col-span-5">
        <h1 className="text-3xl">Contact Us</h1>
        <span aria-hidden="true" className="mt-6 block h-px w-12 bg-gold" />
        <p className="mt-6 max-w-md text-ink-soft">
          Questions about a product, an order or a store? We’re happy to help.
        </p>
        <ContactOptions />
      </section>
      <section
        aria-labelledby="contact-form"
        className="rounded-md border border-line bg-sheet p-5 sm:p-8 lg:col-span-7 lg:p-10"
      >
        <h2 id="contact-form" className="text-2xl">
          Get in Touch
        </h2>
        <p className="mt-3 text-ink-soft">Fill out the form below and we'll respond within 24 hours.</p>
        {search['sent'] === '1' && !data.posted && <ContactSent />}
        <ContactForm store={data.store} storeProblem={data.storeProblem} posted={data.posted} />
      </section>
    </div>
  )
}

/** Renders the confirmation of a form that was sent without scripts. */
function ContactSent() {
  return (
    <p role="status" className="mt-6 rounded-md bg-accent-mist px-5 py-4">
      Thank you. We received your message. Expect a response within 24 hours.
    </p>
  )
}

function ContactOptions() {
  const { supportEmail, phone, lines } = useCompany()
  return (
    <ul className="mt-8 flex flex-col gap-5 text-sm md:mt-10">
      <ContactOption icon={Mail}>
        <a href={`mailto:${supportEmail}`} className="text-link inline-flex min-h-6 items-center text-base">
          {supportEmail}
        </a>
      </ContactOption>
      <ContactOption icon={Clock}>Expect a response in 24 hours or less</ContactOption>
      {phone !== undefined && (
        <ContactOption icon={Phone}>
          <a href={telephoneHref(phone)} className="text-link inline-flex min-h-6 items-center">
            {phone}
          </a>
        </ContactOption>
      )}
      <ContactOption icon={MapPin}>
        <address className="not-italic">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </ContactOption>
    </ul>
  )
}

function ContactOption({ icon, children }: { icon: IconShapes; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <Icon
        shapes={icon}
        aria-hidden="true"
        className="mt-0.5 size-5 shrink-0 text-ink-soft"
        strokeWidth={1.5}
      />
      <div>{children}</div>
    </li>
  )
}
