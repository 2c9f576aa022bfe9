import { Field } from '#web/ui/field.tsx'
import { Eye, EyeOff } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'

/**
 * Renders the error of a form without announcing it. A toast shows it as well, so
 * that screen readers announce it once.
 */
export function SilentFormProblem({ message }: { message: string | undefined }) {
  return message && <p className="rounded-md bg-danger-mist px-5 py-4 text-sm text-danger">{message}</p>
}

/** Renders the email field of an account, with autocompletion of password managers. */
export function EmailField(props: { error: string | undefined; defaultValue?: string | undefined }) {
  const { error, defaultValue } = props
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
      defaultValue={defaultValue}
      error={error}
    />
  )
}

/** Renders a password field that can be revealed (LOGIN-03); `isNew` makes password managers suggest a password. */
export function PasswordField(props: {
  label: string
  isNew?: boolean
  error?: string | undefined
  hint?: string
}) {
  const { label, isNew = false, error, hint } = props
  const [isShown, setIsShown] = useState(false)
  const shapes = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Field
        id="password"
        name="password"
        type={isShown ? 'text' : 'password'}
        label={label}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        error={error}
        hint={hint}
        className="[&_input]:pr-14"
      />
      {/* Below the label, within the field. */}
      <button
        type="button"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        aria-controls="password"
        onClick={() => setIsShown(!isShown)}
        className="absolute top-7 right-0 grid size-12 place-items-center rounded-md text-ink-soft hover:text-ink"
      >
        <Icon shapes={shapes} aria-hidden="true" className="size-5" strokeWidth={1.5} />
      </button>
    </div>
  )
}

/** The server's maximum length. */
const MAX_LENGTH = 128
