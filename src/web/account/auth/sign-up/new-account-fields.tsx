import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { Field } from '#web/ui/field.tsx'
import { EmailField, PasswordField } from '../auth-fields.tsx'

/** Renders the fields of every new account: name, email address and password. */
export function NewAccountFields({ faults, email }: { faults: FieldErrors; email?: string | undefined }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          id="firstName"
          name="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          error={faults['firstName']}
        />
        <Field
          id="lastName"
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          error={faults['lastName']}
        />
      </div>
      <EmailField error={faults['email']} defaultValue={email} />
      <PasswordField label="Password" isNew hint="At least 8 characters." error={faults['password']} />
    </>
  )
}
