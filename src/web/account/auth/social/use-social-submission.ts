import { useState } from 'react'
import { isApiFailure, call } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import type { SocialProvider, SocialSignInResult } from './social-types.ts'
import { readDeviceKey } from '../codes/device-key.ts'
import type { FacebookForm } from './facebook.ts'
import type { GoogleForm } from './google.ts'

/** The open challenge of a sign-in; `note` is the server's message. */
export type SocialChallengeState = Readonly<{ challenge: SocialChallenge; form: SocialForm; note: string }>

/** An attempt to sign in by a provider, and its result. */
export type SocialSubmission = Readonly<{
  busy: SocialProvider | undefined
  /** The reason of a failure, if the server stated one. */
  problem: string | undefined
  question: SocialChallengeState | undefined
  /** Runs an attempt, and shows its failure. */
  attempt(provider: SocialProvider, work: () => Promise<void>): void
  /** Sends a form; throws for a final failure. */
  submit(form: SocialForm): Promise<void>
  /** Sends the form of a challenge again with the answer; without one, it requests another code. */
  answer(question: SocialChallengeState, text: string): void
  dismiss(): void
}>

/** The messages of a failure (LOGIN-18, LOGIN-20). */
const FAILURE_MESSAGES: Record<SocialProvider, string> = {
  google: 'Google login failed. Please try again.',
  facebook: 'Facebook login failed. Please try again.',
}

/** The error codes that are challenges. */
const CHALLENGE_BY_CODE: Partial<Record<string, SocialChallenge>> = {
  email_needed: 'email',
  email_unconfirmed: 'otp',
}

/** Returns the state of a provider's sign-in; `onSignedIn` gets a successful one, after any challenges. */
export function useSocialSubmission(onSignedIn: (result: SocialSignInResult) => void): SocialSubmission {
  const [busy, setBusy] = useState<SocialProvider>()
  const [problem, setProblem] = useState<string>()
  const [question, setQuestion] = useState<SocialChallengeState>()

  async function submit(form: SocialForm): Promise<void> {
    try {
      onSignedIn(await submitSocialForm(form))
      setQuestion(undefined)
    } catch (error) {
      const challenge = isApiFailure(error) ? CHALLENGE_BY_CODE[error.code] : undefined
      if (!challenge || !isApiFailure(error)) throw error
      setQuestion({ challenge, form, note: error.message })
    }
  }

  async function run(provider: SocialProvider, work: () => Promise<void>): Promise<void> {
    setBusy(provider)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (!isApiFailure(error)) console.error(`Sign-in by ${provider} failed`, error)
      // An invalid answer is shown beside its challenge.
      if (!question) toast.error(FAILURE_MESSAGES[provider])
      if (isApiFailure(error) && error.code !== 'bad_credential') setProblem(error.message)
      else if (question) setProblem(FAILURE_MESSAGES[provider])
    } finally {
      setBusy(undefined)
    }
  }

  return {
    busy,
    problem,
    question,
    attempt: (provider, work) => void run(provider, work),
    submit,
    answer: ({ challenge, form }, text) =>
      void run(form.provider, () => submit(text === '' ? form : withChallengeAnswer(form, challenge, text))),
    dismiss: () => {
      setQuestion(undefined)
      setProblem(undefined)
    },
  }
}

/** The form of a sign-in, stored while a challenge is open. */
export type SocialForm =
  | Readonly<{ provider: 'google'; data: GoogleForm }>
  | Readonly<{ provider: 'facebook'; data: FacebookForm }>

/** A challenge of a sign-in: an address, or the code that was emailed to one. */
export type SocialChallenge = 'email' | 'otp'

/** Sends a form; throws the server's refusal. */
function submitSocialForm({ provider, data }: SocialForm): Promise<SocialSignInResult> {
  const options = { deviceKey: readDeviceKey() }
  return provider === 'google'
    ? call('POST /users/signInByGoogle', { body: { data } }, options)
    : call('POST /users/signInByFacebook', { body: { data } }, options)
}

/** Returns the form with the answer. A new address must be verified again, so its code is removed. */
function withChallengeAnswer(form: SocialForm, challenge: SocialChallenge, text: string): SocialForm {
  const more = challenge === 'email' ? { email: text, otp: '' } : { otp: text }
  return form.provider === 'google'
    ? { provider: 'google', data: { ...form.data, ...more } }
    : { provider: 'facebook', data: { ...form.data, ...more } }
}
