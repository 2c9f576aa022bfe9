import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

type FieldProps = Readonly<{
  label: string
  /** The error of the input; associated with the field for screen readers. */
  error?: string | undefined
  hint?: string | undefined
  /** Shows the label to screen readers only, for a field whose purpose is visible from its context. */
  hideLabel?: boolean
  className?: string
}>

/** Renders a text input with its label, hint and error. */
export function Field(props: FieldProps & Omit<ComponentProps<'input'>, 'className'>) {
  const { label, error, hint, hideLabel, className, ...rest } = props
  const ids = useFieldIds(rest.id, { error, hint })
  return (
    <FieldFrame ids={ids} label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
      <input {...rest} {...ids.control} className={CONTROL} />
    </FieldFrame>
  )
}

/** Renders a text area with its label, hint and error; `rows` is its visible height. */
export function TextArea(props: FieldProps & Omit<ComponentProps<'textarea'>, 'className'>) {
  const { label, error, hint, hideLabel, className, ...rest } = props
  const ids = useFieldIds(rest.id, { error, hint })
  return (
    <FieldFrame ids={ids} label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
      <textarea {...rest} {...ids.control} className={`${CONTROL} resize-y py-3`} />
    </FieldFrame>
  )
}

/** Renders a native select; `children` are its options. */
export function Select(props: FieldProps & Omit<ComponentProps<'select'>, 'className'>) {
  const { label, error, hint, hideLabel, className, ...rest } = props
  const ids = useFieldIds(rest.id, { error, hint })
  return (
    <FieldFrame ids={ids} label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
      <span className="relative block">
        <select {...rest} {...ids.control} className={`${CONTROL} appearance-none pr-10`} />
        <Caret />
      </span>
    </FieldFrame>
  )
}

/** Renders a checkbox with its label beside it. */
export function Checkbox(
  props: { label: ReactNode; className?: string } & Omit<ComponentProps<'input'>, 'type'>,
) {
  const { label, className = '', ...rest } = props
  return (
    <label className={`flex min-h-6 items-start gap-3 text-sm ${className}`}>
      <input {...rest} type="checkbox" className="size-6 shrink-0 accent-accent" />
      <span>{label}</span>
    </label>
  )
}

const CONTROL =
  'block min-h-12 w-full rounded-md border border-line-strong bg-sheet px-4 text-base text-ink transition-colors ' +
  'placeholder:text-ink-soft hover:border-ink focus-visible:border-accent focus-visible:outline-1 ' +
  'focus-visible:outline-offset-0 aria-invalid:border-danger disabled:bg-mist disabled:text-ink-soft'

type FieldIds = Readonly<{
  error: string
  hint: string
  control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }
}>

function useFieldIds(
  given: string | undefined,
  texts: { error: string | undefined; hint: string | undefined },
): FieldIds {
  const generatedId = useId()
  const id = given ?? generatedId
  const described = [texts.error && `${id}-error`, texts.hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    error: `${id}-error`,
    hint: `${id}-hint`,
    control: {
      id,
      ...(texts.error ? { 'aria-invalid': true } : {}),
      ...(described ? { 'aria-describedby': described } : {}),
    },
  }
}

function FieldFrame(props: {
  ids: FieldIds
  label: string
  error: string | undefined
  hint: string | undefined
  hideLabel: boolean | undefined
  className: string | undefined
  children: ReactNode
}) {
  const { ids, label, error, hint, hideLabel = false, className = '', children } = props
  return (
    <div className={className}>
      <label htmlFor={ids.control.id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm text-ink'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className="mt-1.5 text-xs text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function Caret() {
  return (
    <svg
      viewBox="0 0 12 12"
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-4 size-3 -translate-y-1/2"
    >
      <path d="M2 4.2l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  )
}
