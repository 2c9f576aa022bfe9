import { useState } from 'react'
import { isApiFailure, explainError } from '#web/app/calls/api.ts'

/** The errors of a form: messages by field, and general ones under `form`. */
export type FieldErrors = Readonly<Record<string, string>>

const SAVE_FAILED = 'We couldn’t save your changes. Please try again in a moment.'

/** Returns the field errors of a failed call. */
export function fieldErrorsFrom(error: unknown): FieldErrors {
  const message = explainError(error, SAVE_FAILED)
  const details: unknown = isApiFailure(error) ? error.details : undefined
  const named = { ...fieldErrorsIn(details, message), ...issueErrorsIn(details) }
  if (Object.keys(named).length > 0) return named
  const field = isApiFailure(error) ? FIELD_OF_CODE[error.code] : undefined
  return { [field ?? 'form']: message }
}

/** Error codes that concern a single field, with the field's name. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  password_wrong: 'password',
  same_email: 'email',
  email_taken: 'email',
  code_wrong: 'otp',
  code_over: 'otp',
}

/**
 * Returns a form's save function, its pending state, and its errors. The first invalid field gets the focus. `refuse`
 * shows errors that the page itself found.
 */
export function useSaveForm() {
  const [isBusy, setIsBusy] = useState(false)
  const [faults, setFaults] = useState<FieldErrors>({})

  function refuse(form: HTMLFormElement, nextErrors: FieldErrors): void {
    setFaults(nextErrors)
    focusFirstError(form, nextErrors)
  }

  async function save(form: HTMLFormElement, work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setFaults({})
    try {
      await work()
    } catch (error) {
      refuse(form, fieldErrorsFrom(error))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, faults, save, refuse }
}

function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement)
  const first = fields.find((element) => Object.hasOwn(errors, element.getAttribute('name') ?? ''))
  first?.focus()
}

function fieldErrorsIn(details: unknown, message: string): FieldErrors {
  const one: unknown = details instanceof Object ? Reflect.get(details, 'field') : undefined
  const fields = [...readList(details, 'fields'), one]
    .filter((field) => typeof field === 'string')
    .map(fieldName)
  return Object.fromEntries(fields.map((field) => [field, message]))
}

function issueErrorsIn(details: unknown): FieldErrors {
  const issues = readList(details, 'issues').filter((issue) => issue instanceof Object)
  return Object.fromEntries(
    issues.map((issue) => [
      fieldName(String(Reflect.get(issue, 'field'))),
      String(Reflect.get(issue, 'message')),
    ]),
  )
}

function readList(details: unknown, name: string): readonly unknown[] {
  const list: unknown = details instanceof Object ? Reflect.get(details, name) : undefined
  return Array.isArray(list) ? list : []
}

/** Returns the form's field name for an error path: `zipCode` for `data.address.zipCode`. */
function fieldName(path: string): string {
  return path.split('.').at(-1) ?? path
}
