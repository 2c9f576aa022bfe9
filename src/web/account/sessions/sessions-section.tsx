import { useState } from 'react'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import type { SessionData } from '#features/identity/accounts/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { session } from '#web/app/session/session-store.ts'
import { toast } from '#web/app/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FrameSkeleton } from '../shell/account-frame.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'

/** Renders the account's sessions, which can be ended alone or all together. */
export function SessionsSection() {
  const query = useQuery('', async (signal) => (await call('GET /users/sessions', {}, { signal })).sessions)
  return (
    <QueryView loading={query} skeleton={<FrameSkeleton />}>
      {(sessions) => <SessionList sessions={sessions} onChange={query.again} />}
    </QueryView>
  )
}

/** Renders the sessions, latest first, with buttons to end them. */
export function SessionList(props: { sessions: readonly SessionData[]; onChange: () => void }) {
  const { sessions, onChange } = props
  const { isBusy, end } = useEndSessions()
  const otherSessions = sessions.filter(({ isCurrent }) => !isCurrent)

  function endSession({ id, isCurrent }: SessionData): void {
    end(async () => {
      await call('POST /users/endSession', { body: { data: { id } } })
      if (isCurrent) session.signedOut()
      else onChange()
    })
  }

  function endSessions(keepCurrent: boolean): void {
    end(async () => {
      await call('POST /users/logoutEverywhere', { body: { data: { keepThis: keepCurrent } } })
      if (keepCurrent) onChange()
      else session.signedOut()
    })
  }

  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-sm text-ink-soft">
        If you don’t recognise a device, sign it out and change your password.
      </p>
      <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
        {sessions.map((deviceSession) => (
          <SessionRow
            key={deviceSession.id}
            one={deviceSession}
            isBusy={isBusy}
            onEnd={() => endSession(deviceSession)}
          />
        ))}
      </ul>
      {sessions.length >= MAX_SHOWN.sessions && (
        <p className="text-sm text-ink-soft">
          The {MAX_SHOWN.sessions} devices used last are shown. You can also sign out all others at once.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {otherSessions.length > 0 && (
          <Button variant="outline" busy={isBusy} onClick={() => endSessions(true)}>
            Sign out everywhere else
          </Button>
        )}
        <Button variant="quiet" busy={isBusy} onClick={() => endSessions(false)}>
          Sign out everywhere
        </Button>
      </div>
    </div>
  )
}

function SessionRow({ one, isBusy, onEnd }: { one: SessionData; isBusy: boolean; onEnd: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 md:px-7">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-3 font-medium wrap-anywhere">
          {one.device} {one.isCurrent && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
          Signed in on <LocalDate iso={one.createdAt} />, last seen on <LocalDate iso={one.lastSeenAt} />,
          from {one.address}
        </p>
      </div>
      <Button
        size="sm"
        variant="outline"
        busy={isBusy}
        aria-label={one.isCurrent ? `Sign out of ${one.device}, this device` : `Sign out of ${one.device}`}
        onClick={onEnd}
      >
        Sign out
      </Button>
    </li>
  )
}

/** Returns the ending of sessions, one at a time, with its errors. */
function useEndSessions() {
  const [isBusy, setIsBusy] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    try {
      await work()
      toast.success('Signed out.')
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, end: (work: () => Promise<void>) => void run(work) }
}
