import { type ReactNode, useId } from 'react'

/** Renders a radio button with its label beside it. */
export function Radio(props: {
  name: string
  label: ReactNode
  checked: boolean
  onChoose: () => void
  isWrong?: boolean
}) {
  const { name, label, checked, onChoose, isWrong = false } = props
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-md border border-line-strong bg-sheet px-4 py-2 text-sm has-checked:border-accent has-checked:bg-accent-mist">
      <input
        type="radio"
        name={name}
        checked={checked}
        data-wrong={isWrong || undefined}
        onChange={onChoose}
        className="size-6 shrink-0 accent-accent"
      />
      <span>{label}</span>
    </label>
  )
}

/** Renders choices under a question, with an error. */
export function RadioGroup(props: { question: string; error?: string | undefined; children: ReactNode }) {
  const { question, error, children } = props
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error ? id : undefined}>
      <legend className="mb-2 text-sm text-ink">{question}</legend>
      {children}
      {error && (
        <p id={id} className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
