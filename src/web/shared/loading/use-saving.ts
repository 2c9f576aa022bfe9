import { useState } from 'react'
import { isApiFailure, messageOf } from '#web/app/calls/api.ts'

/** What is wrong with a form: words by the names of its fields, and by `form` what is about none of them. */
export type Faults = Readonly<Record<string, string>>

const NOT_SAVED = 'That could not be saved. Please try again in a moment.'

/** What a failed call says of a form: the server names the fields at fault. */
export function faultsOf(error: unknown): Faults {
  const words = messageOf(error, NOT_SAVED)
  const details: unknown = isApiFailure(error) ? error.details : undefined
  const named = { ...fieldsIn(details, words), ...issuesIn(details) }
  if (Object.keys(named).length > 0) return named
  const field = isApiFailure(error) ? FIELD_OF_CODE[error.code] : undefined
  return { [field ?? 'form']: words }
}

/** Refusals that are about one field, by their codes. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  password_wrong: 'password',
  same_email: 'email',
  email_taken: 'email',
  code_wrong: 'otp',
  code_over: 'otp',
}

/**
 * Saving what a form holds: whether that is under way, and what was wrong with it, where the first field at fault gets the
 * focus. `refuse` shows what the page itself found wrong.
 */
export function useSaving() {
  const [isBusy, setIsBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})

  function refuse(form: HTMLFormElement, found: Faults): void {
    setFaults(found)
    focusFirst(form, found)
  }

  async function save(form: HTMLFormElement, work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setFaults({})
    try {
      await work()
    } catch (error) {
      refuse(form, faultsOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, faults, save, refuse }
}

function focusFirst(form: HTMLFormElement, faults: Faults): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement)
  const first = fields.find((element) => Object.hasOwn(faults, element.getAttribute('name') ?? ''))
  first?.focus()
}

function fieldsIn(details: unknown, words: string): Faults {
  const one: unknown = details instanceof Object ? Reflect.get(details, 'field') : undefined
  const fields = [...listIn(details, 'fields'), one]
    .filter((field) => typeof field === 'string')
    .map(lastWord)
  return Object.fromEntries(fields.map((field) => [field, words]))
}

function issuesIn(details: unknown): Faults {
  const issues = listIn(details, 'issues').filter((issue) => issue instanceof Object)
  return Object.fromEntries(
    issues.map((issue) => [
      lastWord(String(Reflect.get(issue, 'field'))),
      String(Reflect.get(issue, 'message')),
    ]),
  )
}

function listIn(details: unknown, name: string): readonly unknown[] {
  const list: unknown = details instanceof Object ? Reflect.get(details, name) : undefined
  return Array.isArray(list) ? list : []
}

/** `data.address.zipCode` is the form's `zipCode`. */
function lastWord(path: string): string {
  return path.split('.').at(-1) ?? path
}
