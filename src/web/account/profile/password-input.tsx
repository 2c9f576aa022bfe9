import { Field } from '#web/ui/field.tsx'

/** Renders a password input for the current or a new password. Password managers suggest one for a new password. */
export function PasswordInput(props: {
  name: string
  label: string
  isNew?: boolean
  error?: string | undefined
  hint?: string
}) {
  const { isNew = false, ...field } = props
  return (
    <Field
      {...field}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      aria-required
      // The server's maximum length.
      maxLength={128}
    />
  )
}
