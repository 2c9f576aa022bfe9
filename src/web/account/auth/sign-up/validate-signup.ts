import { isEmail } from '#core/emails/email.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import type { FormTexts } from '../field-errors.ts'

/** Returns the errors of a sign-up form by field (SIGNUP-05 to SIGNUP-10). Role and company are not checked. */
export function validateSignup(texts: FormTexts): FieldErrors {
  const { firstName = '', lastName = '', email = '', password = '' } = texts
  const errors = {
    firstName: validateName('First name', firstName.trim()),
    lastName: validateName('Last name', lastName.trim()),
    email: validateEmail(email.trim()),
    password: password === '' ? 'Password is required' : undefined,
  }
  return Object.fromEntries(Object.entries(errors).flatMap(([name, words]) => (words ? [[name, words]] : [])))
}

/** Returns the error of a required email address; undefined when valid (SIGNUP-09, FORGOT-03). */
export function validateEmail(email: string): string | undefined {
  if (email === '') return 'Email is required'
  return isEmail(email) ? undefined : 'Invalid email format'
}

function validateName(label: string, name: string): string | undefined {
  if (name === '') return `${label} is required`
  return name.length < 2 ? `${label} must be at least 2 characters` : undefined
}
