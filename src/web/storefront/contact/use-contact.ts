import { useState } from 'react'
import type { FormEvent } from 'react'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** The errors of the form, by field. */
export type ContactErrors = Readonly<Record<string, string>>

/**
 * Returns the submit function of the form and its errors (CONTACT-08 to CONTACT-10). Success clears the form; a refusal
 * keeps the input and marks invalid fields. `posted` is a rejected submission without scripts.
 */
export function useContact(posted: RejectedForm | undefined) {
  const [isSending, setIsSending] = useState(false)
  const [problems, setProblems] = useState<ContactErrors>(posted ? contactErrorsFrom(posted) : {})

  async function sendForm(form: HTMLFormElement): Promise<void> {
    setIsSending(true)
    try {
      const { message } = await call('POST /shop/contactUs', { body: readFormTexts(form) })
      form.reset()
      setProblems({})
      toast.success(message)
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong, please try again later.'))
      const found = isApiFailure(error) ? contactErrorsFrom(error) : {}
      setProblems(found)
      focusFirstError(form, found)
    } finally {
      setIsSending(false)
    }
  }

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void sendForm(event.currentTarget)
  }

  return { isSending, problems, send }
}

function readFormTexts(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** Returns the messages of a refusal by field. */
export function contactErrorsFrom({
  message,
  details,
}: Pick<RejectedForm, 'message' | 'details'>): ContactErrors {
  const fields: unknown = details instanceof Object && 'fields' in details ? details.fields : []
  return Object.fromEntries(Array.isArray(fields) ? fields.map((field) => [String(field), message]) : [])
}

function focusFirstError(form: HTMLFormElement, errors: ContactErrors): void {
  const [first] = Object.keys(errors)
  const field = first === undefined ? undefined : form.elements.namedItem(first)
  if (field instanceof HTMLElement) field.focus()
}
