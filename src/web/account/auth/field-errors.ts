import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { useState } from 'react'
import { isApiFailure } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** The texts of a form by field name; unchecked and absent fields are missing. */
export type FormTexts = Readonly<Record<string, string>>

/** Returns the current texts of a form. They are read from the DOM, so input from before hydration is preserved. */
export function readFormTexts(form: HTMLFormElement): FormTexts {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/**
 * Returns the errors of a form's fields. `show` puts each at its field, announces each once as a toast, focuses the
 * first invalid field, and returns whether there are any. Errors of corrected fields disappear.
 */
export function useFieldErrors() {
  const [faults, setFaults] = useState<FieldErrors>({})

  function show(form: HTMLFormElement, nextErrors: FieldErrors): boolean {
    const messages = new Set(Object.values(nextErrors))
    for (const previous of Object.values(faults)) if (!messages.has(previous)) toast.withdraw(previous)
    setFaults(nextErrors)
    for (const message of messages) toast.error(message)
    focusFirstError(form, nextErrors)
    return Object.keys(nextErrors).length > 0
  }

  return { faults, show }
}

/** Returns the messages of a failure by field, else as the form's general error. */
export function toFieldErrors(error: unknown, message: string): FieldErrors {
  const details: unknown = isApiFailure(error) ? error.details : undefined
  const fields: unknown = details instanceof Object ? Reflect.get(details, 'fields') : undefined
  const named = Array.isArray(fields) ? fields.map((field) => String(field).replace(/^data\./, '')) : []
  return named.length > 0 ? Object.fromEntries(named.map((field) => [field, message])) : { form: message }
}

function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  const [first] = Object.keys(errors)
  const field = first === undefined ? undefined : form.elements.namedItem(first)
  if (field instanceof HTMLElement) field.focus()
}
