import { useState } from 'react'
import { isApiFailure } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** What is wrong with a form: words by the names of its fields; those about no field by `form`. */
export type Faults = Readonly<Record<string, string>>

/** The words of a form by the names of its fields; what is not ticked or not there is missing. */
export type Texts = Readonly<Record<string, string>>

/** What is typed into a form now. The browser keeps it, so nothing typed before the page is awake gets lost. */
export function textsIn(form: HTMLFormElement): Texts {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/**
 * The faults that a form shows: `show` puts each at its field and says each once as a toast, and the first field at fault
 * gets the focus; what was put right since is said no longer. Gives whether there are any.
 */
export function useFaults() {
  const [faults, setFaults] = useState<Faults>({})

  function show(form: HTMLFormElement, found: Faults): boolean {
    const words = new Set(Object.values(found))
    for (const before of Object.values(faults)) if (!words.has(before)) toast.withdraw(before)
    setFaults(found)
    for (const fault of words) toast.error(fault)
    focusFirst(form, found)
    return Object.keys(found).length > 0
  }

  return { faults, show }
}

/** The words of a failure at the fields that the server named, else above the form's button. */
export function faultsOf(error: unknown, words: string): Faults {
  const details: unknown = isApiFailure(error) ? error.details : undefined
  const fields: unknown = details instanceof Object ? Reflect.get(details, 'fields') : undefined
  const named = Array.isArray(fields) ? fields.map((field) => String(field).replace(/^data\./, '')) : []
  return named.length > 0 ? Object.fromEntries(named.map((field) => [field, words])) : { form: words }
}

function focusFirst(form: HTMLFormElement, faults: Faults): void {
  const [first] = Object.keys(faults)
  const field = first === undefined ? undefined : form.elements.namedItem(first)
  if (field instanceof HTMLElement) field.focus()
}
