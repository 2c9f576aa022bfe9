import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import type { SocialChallenge, SocialChallengeState, SocialSubmission } from './use-social-submission.ts'

/** Renders the form for the missing input of a social sign-in: an address, or the code emailed to it. */
export function SocialChallengeForm({
  question,
  submission,
}: {
  question: SocialChallengeState
  submission: SocialSubmission
}) {
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { challenge, note } = question
  const isBusy = submission.busy !== undefined

  useEffect(() => {
    setText('')
    form.current?.querySelector('input')?.focus()
  }, [challenge])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() !== '') submission.answer(question, text.trim())
  }

  return (
    <form
      ref={form}
      aria-label={CHALLENGE_TEXTS[challenge].title}
      className="mt-6 rounded-md border border-line bg-mist p-5"
      noValidate
      onSubmit={submit}
    >
      <h2 className="text-lg">{CHALLENGE_TEXTS[challenge].title}</h2>
      <p role="status" className="mt-1 mb-4 text-sm text-ink-soft">
        {note}
      </p>
      <Field
        {...CHALLENGE_TEXTS[challenge].field}
        error={submission.problem}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Continue
        </Button>
        {challenge === 'otp' && (
          <Button variant="outline" disabled={isBusy} onClick={() => submission.answer(question, '')}>
            Send another code
          </Button>
        )}
        <Button variant="quiet" disabled={isBusy} onClick={submission.dismiss}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const CHALLENGE_TEXTS = {
  email: {
    title: 'Your email address',
    field: { label: 'Email', type: 'email', autoComplete: 'email', required: true, maxLength: 254 },
  },
  otp: {
    title: 'Confirm your email address',
    field: {
      label: 'Code',
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
      required: true,
      maxLength: 12,
    },
  },
} as const satisfies Record<SocialChallenge, unknown>
