import { isEmail } from '#core/email.ts'
import type { Faults, Texts } from '../form-faults.ts'

/** What keeps a sign-up from being sent, each at its field (SIGNUP-05 to SIGNUP-10). Role and company may be anything. */
export function signupFaults(texts: Texts): Faults {
  const { firstName = '', lastName = '', email = '', password = '' } = texts
  const found = {
    firstName: nameFault('First name', firstName.trim()),
    lastName: nameFault('Last name', lastName.trim()),
    email: emailFault(email.trim()),
    password: password === '' ? 'Password is required' : undefined,
  }
  return Object.fromEntries(Object.entries(found).flatMap(([name, words]) => (words ? [[name, words]] : [])))
}

/** What is wrong with an e-mail address that is asked for (SIGNUP-09, FORGOT-03). */
export function emailFault(email: string): string | undefined {
  if (email === '') return 'Email is required'
  return isEmail(email) ? undefined : 'Invalid email format'
}

function nameFault(label: string, name: string): string | undefined {
  if (name === '') return `${label} is required`
  return name.length < 2 ? `${label} must be at least 2 characters` : undefined
}
