import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { FrameSkeleton } from '../shell/account-frame.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'

type NotificationPreferences = AnswerTo<'GET /users/notificationChoices'>['choices']

/** Renders the optional emails with the user's preferences. */
export function NotificationsSection() {
  const query = useQuery(
    '',
    async (signal) => (await call('GET /users/notificationChoices', {}, { signal })).choices,
  )
  return (
    <QueryView loading={query} skeleton={<FrameSkeleton />}>
      {(preferences) => <PreferenceList choices={preferences} onChange={query.show} />}
    </QueryView>
  )
}

/** Renders the kinds of email, each with a switch that is saved at once. */
export function PreferenceList({
  choices,
  onChange,
}: {
  choices: NotificationPreferences
  onChange: (preferences: NotificationPreferences) => void
}) {
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-sm text-ink-soft">
        We always email you about your orders and the security of your account. Choose price and stock alerts
        on your{' '}
        <Link href="/dashboard/wishlist" className="text-link text-ink">
          wishlist
        </Link>
        , and manage the newsletter on{' '}
        <Link href="/newsletter" className="text-link text-ink">
          its own page
        </Link>
        .
      </p>
      <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
        {choices.map((preference) => (
          <PreferenceSwitch key={preference.kind} choice={preference} onChange={onChange} />
        ))}
      </ul>
    </div>
  )
}

function PreferenceSwitch({
  choice,
  onChange,
}: {
  choice: NotificationPreferences[number]
  onChange: (preferences: NotificationPreferences) => void
}) {
  const [isBusy, setIsBusy] = useState(false)

  async function choose(isEnabled: boolean): Promise<void> {
    setIsBusy(true)
    try {
      onChange(
        (await call('POST /users/notificationChoices', { body: { kind: choice.kind, isEnabled } })).choices,
      )
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t save your choice. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <li className="p-5 md:px-7">
      <Checkbox
        label={
          <>
            <span className="block text-base font-medium">{choice.title}</span>
            <span className="mt-1 block text-ink-soft">{choice.description}</span>
          </>
        }
        checked={choice.isEnabled}
        aria-busy={isBusy || undefined}
        onChange={(event) => void choose(event.target.checked)}
      />
    </li>
  )
}
