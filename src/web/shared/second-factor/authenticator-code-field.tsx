import { Field } from '#web/ui/field.tsx'

/** Renders the field for the six digits that an authenticator app shows. */
export function AuthenticatorCodeField(props: {
  value: string
  onChange: (value: string) => void
  hint?: string
  hasFocus?: boolean
}) {
  const {
    value,
    onChange,
    hint = 'The six digits that your authenticator app shows.',
    hasFocus = false,
  } = props
  return (
    <Field
      label="Code"
      hint={hint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      ref={hasFocus ? focusOnMount : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Focuses a field when it mounts; for use as its ref. */
export function focusOnMount(field: HTMLInputElement | null): void {
  field?.focus()
}
