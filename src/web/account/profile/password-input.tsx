import { Field } from '#web/ui/field.tsx'

/** A password to be typed: the one there is, or a new one, for which password managers then offer one of theirs. */
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
      // What the server takes at most.
      maxLength={128}
    />
  )
}
