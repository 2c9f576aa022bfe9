import { ArrowRight } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/**
 * Renders the newsletter form (FOOT-08, FOOT-09). An address is stored once, a toast confirms it, and the field is
 * cleared. Without scripts the newsletter page confirms it.
 */
export function Newsletter() {
  // Read from the DOM, so an address typed before hydration is sent too.
  const email = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)

  async function subscribe(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsSending(true)
    try {
      const { message } = await call('POST /shop/subscribe', { body: { email: email.current?.value ?? '' } })
      if (email.current) email.current.value = ''
      toast.success(message)
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong, please try again later.'))
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      method="post"
      action="/newsletter"
      onSubmit={(event) => void subscribe(event)}
      className="mt-8 max-w-sm"
    >
      <label htmlFor="newsletter" className="text-sm">
        New products, once a month, by email
      </label>
      <div className="field-group mt-2 max-h-12">
        <input
          ref={email}
          id="newsletter"
          type="email"
          name="email"
          placeholder="Your email address"
          autoComplete="email"
          className="h-full min-w-0 flex-1 rounded-full bg-transparent px-5 text-sm placeholder:text-ink-soft"
        />
        <button
          type="submit"
          aria-label="Subscribe"
          disabled={isSending}
          className="mr-1 grid size-10 place-items-center rounded-full hover:bg-mist"
        >
          <Icon shapes={ArrowRight} aria-hidden="true" className="size-4.5" strokeWidth={1.5} />
        </button>
      </div>
    </form>
  )
}
