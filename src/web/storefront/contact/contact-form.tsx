import type { ContactStoreData } from '#features/messaging/contact/contract.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { useRestoreFocus } from '../checkout/form/use-restore-focus.ts'
import { useContact, type ContactErrors } from './use-contact.ts'

/** The properties of the form: the addressed store, why it accepts no messages, and a rejected submission. */
type FormProps = Readonly<{
  store: ContactStoreData | undefined
  storeProblem: string | undefined
  posted: RejectedForm | undefined
}>

/**
 * Renders the contact form. Its inputs are uncontrolled, so that text typed before hydration is preserved and the form
 * works without scripts.
 */
export function ContactForm({ store, storeProblem, posted }: FormProps) {
  const { isSending, problems, send } = useContact(posted)
  const button = useRestoreFocus(isSending)
  return (
    <form
      method="post"
      action={store ? `/contact-us?supplier=${encodeURIComponent(store.id)}` : '/contact-us'}
      aria-labelledby="contact-form"
      onSubmit={send}
      className="mt-8 flex flex-col gap-6"
    >
      {store && <ContactStore store={store} />}
      {storeProblem !== undefined && (
        <p className="rounded-md bg-mist px-5 py-4 text-sm">
          {storeProblem} We’ll send your message to support.
        </p>
      )}
      {posted && Object.keys(problems).length === 0 && (
        <p role="alert" className="rounded-md bg-danger-mist px-5 py-4 text-sm text-danger">
          {posted.message}
        </p>
      )}
      <Fields typed={posted?.values ?? {}} problems={problems} />
      <Button
        ref={button}
        type="submit"
        size="lg"
        busy={isSending}
        className="w-full sm:w-auto sm:self-start"
      >
        {isSending ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  )
}

/** Renders the fields, all of which are required (CONTACT-03, CONTACT-07). */
function Fields({ typed, problems }: { typed: RejectedForm['values']; problems: ContactErrors }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field
        id="contact-name"
        name="name"
        label="Full Name"
        autoComplete="name"
        maxLength={100}
        required
        defaultValue={typed['name']}
        error={problems['name']}
      />
      <Field
        id="contact-email"
        name="email"
        type="email"
        label="Email Address"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={typed['email']}
        error={problems['email']}
      />
      <TextArea
        id="contact-message"
        name="message"
        label="Message"
        rows={6}
        maxLength={5000}
        required
        defaultValue={typed['message']}
        error={problems['message']}
        className="sm:col-span-2"
      />
    </div>
  )
}

/** Renders the recipient: the store, which gets the message and the sender's address for the reply. */
function ContactStore({ store }: { store: ContactStoreData }) {
  return (
    <div className="rounded-md border border-line bg-mist px-5 py-4 text-sm">
      <input type="hidden" name="supplier" value={store.id} />
      <p>
        About{' '}
        <Link href={`/store-profile?id=${encodeURIComponent(store.id)}`} className="text-link font-medium">
          {store.name}
        </Link>
      </p>
      <p className="mt-1 text-ink-soft">We’ll forward your message and email address to this store.</p>
    </div>
  )
}
