import { Field } from '#web/ui/field.tsx'

/** The email address of an account, as password managers know it. */
export function EmailField({ error }: { error: string | undefined }) {
  return (
    <Field
      id="email"
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      error={error}
    />
  )
}
