import { useState } from 'react'
import { isApiFailure } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import type { Provider, SignedIn } from './outcome.ts'
import { type Asked, sendForm, type SocialForm, withAnswer } from './social-form.ts'

/** What a sign-in still needs; `note` says so in the server's words. */
export type SocialQuestion = Readonly<{ asked: Asked; form: SocialForm; note: string }>

/** An attempt to sign in by a provider, and what became of it. */
export type Submission = Readonly<{
  busy: Provider | undefined
  /** Why it failed, where the server said more than that it did. */
  problem: string | undefined
  question: SocialQuestion | undefined
  /** Does what an attempt is made of; says when it fails. */
  attempt(provider: Provider, work: () => Promise<void>): void
  /** Sends a form; throws when it fails for good. */
  submit(form: SocialForm): Promise<void>
  /** Sends the form of a question again, answered; without an answer as it was, for another code. */
  answer(question: SocialQuestion, text: string): void
  dismiss(): void
}>

/** The words of a failure (LOGIN-18, LOGIN-20). */
const FAILED: Record<Provider, string> = {
  google: 'Google login failed. Please try again.',
  facebook: 'Facebook login failed. Please try again.',
}

/** Which refusals are questions. */
const ASKED: Partial<Record<string, Asked>> = { email_needed: 'email', email_unconfirmed: 'otp' }

/** The state of signing in by a provider; `onSignedIn` is told of a success, whatever had to be asked on the way. */
export function useSubmission(onSignedIn: (answer: SignedIn) => void): Submission {
  const [busy, setBusy] = useState<Provider>()
  const [problem, setProblem] = useState<string>()
  const [question, setQuestion] = useState<SocialQuestion>()

  async function submit(form: SocialForm): Promise<void> {
    try {
      onSignedIn(await sendForm(form))
      setQuestion(undefined)
    } catch (error) {
      const asked = isApiFailure(error) ? ASKED[error.code] : undefined
      if (!asked || !isApiFailure(error)) throw error
      setQuestion({ asked, form, note: error.message })
    }
  }

  async function run(provider: Provider, work: () => Promise<void>): Promise<void> {
    setBusy(provider)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (!isApiFailure(error)) console.error(`Sign-in by ${provider} failed`, error)
      // What is wrong with an answer is said beside its question.
      if (!question) toast.error(FAILED[provider])
      if (isApiFailure(error) && error.code !== 'bad_credential') setProblem(error.message)
      else if (question) setProblem(FAILED[provider])
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
    answer: ({ asked, form }, text) =>
      void run(form.provider, () => submit(text === '' ? form : withAnswer(form, asked, text))),
    dismiss: () => {
      setQuestion(undefined)
      setProblem(undefined)
    },
  }
}
