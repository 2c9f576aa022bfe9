import { useState } from 'react'
import { ROLE_TITLES } from '#core/access/permissions.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { BUSINESS_HOMES, chooseBusiness } from '#web/app/session/choose-business.ts'
import { type StoredUser, useUser } from '#web/app/session/session.ts'
import { signOut } from '#web/app/session/sign-out.ts'
import { toast } from '#web/app/toast.ts'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import { recordPopupShown } from '../first-steps/popup-shown.ts'

type Invitation = AnswerTo<'GET /team/invitation'>['invitation']

/** The page of an invitation's link: the inviter, the team, and how to join it. */
export const joinTeamPage = page({
  head: () => ({ title: 'Join a team', description: 'Your invitation to a team.', isPrivate: true }),
  View: JoinTeamView,
})

/** Renders the invitation: for an account with its address, another account, or a visitor. */
export function JoinTeamView({ search }: ViewProps<unknown>) {
  const token = search['token'] ?? ''
  const query = useQuery(
    token,
    async (signal) => (await call('GET /team/invitation', { query: { token } }, { signal })).invitation,
  )
  const { loaded } = query
  const name = loaded.state === 'ready' ? loaded.data.business.name : undefined
  return (
    <AuthFrame
      title={name === undefined ? 'Your invitation' : `Join the team of ${name}`}
      intro={<Introduction invitation={loaded.state === 'ready' ? loaded.data : undefined} />}
      scene="benefits"
    >
      <div className="mt-8 flex flex-col items-start gap-5">
        <QueryView loading={query} skeleton={<Skeleton className="h-24 rounded-md" />}>
          {(invitation) => <Answer token={token} invitation={invitation} />}
        </QueryView>
      </div>
    </AuthFrame>
  )
}

function Introduction({ invitation }: { invitation: Invitation | undefined }) {
  if (!invitation) return null
  const roles = new Intl.ListFormat('en').format(invitation.roles.map((role) => ROLE_TITLES[role]))
  return (
    <p>
      {invitation.invitedBy} invites you to work in the dashboard of {invitation.business.name}. Your role:{' '}
      {roles}.
    </p>
  )
}

function Answer({ token, invitation }: { token: string; invitation: Invitation }) {
  const isHydrated = useIsHydrated()
  const user = useUser()
  if (!isHydrated) return <Skeleton className="h-24 rounded-md" />
  if (!user) return <SignInFirst token={token} invitation={invitation} />
  return user.email.toLowerCase() === invitation.email.toLowerCase() ? (
    <Join token={token} user={user} invitation={invitation} />
  ) : (
    <OtherAccount token={token} user={user} invitation={invitation} />
  )
}

/** Returns the address of this page, for returning to it. */
function toNext(token: string): string {
  return `next=${encodeURIComponent(`/join-team?token=${encodeURIComponent(token)}`)}`
}

function SignInFirst({ token, invitation: { email } }: { token: string; invitation: Invitation }) {
  return (
    <>
      <p className="text-sm">
        The invitation is for <strong className="font-semibold wrap-anywhere">{email}</strong>. Sign in with
        this address, or create an account with it.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={`/signup?${toNext(token)}&email=${encodeURIComponent(email)}`}>
          Create an account
        </ButtonLink>
        <ButtonLink variant="outline" href={`/login?${toNext(token)}`}>
          Sign In
        </ButtonLink>
      </div>
    </>
  )
}

type SignedInProps = Readonly<{ token: string; user: StoredUser; invitation: Invitation }>

function OtherAccount({ token, user, invitation }: SignedInProps) {
  const go = useNavigateTo()
  return (
    <>
      <p role="alert" className="text-sm">
        The invitation is for <strong className="font-semibold wrap-anywhere">{invitation.email}</strong>, but
        you’re signed in as <strong className="font-semibold wrap-anywhere">{user.email}</strong>. Only the
        invited address can join.
      </p>
      <Button
        onClick={() => {
          signOut()
          void go(`/login?${toNext(token)}`)
        }}
      >
        Use another account
      </Button>
    </>
  )
}

function Join({ token, user, invitation }: SignedInProps) {
  const go = useNavigateTo()
  const [isBusy, setIsBusy] = useState(false)

  async function join(): Promise<void> {
    setIsBusy(true)
    try {
      const { business, message } = await call('POST /team/invitation/accept', { body: { token } })
      chooseBusiness(business)
      // Members join an existing business, so the first steps of a new business do not apply.
      recordPopupShown()
      toast.success(message)
      await go(BUSINESS_HOMES[business.type], { replace: true })
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t add you to the team. Please try again in a moment.'))
      setIsBusy(false)
    }
  }

  return (
    <>
      <p className="text-sm">
        You’re signed in as <strong className="font-semibold wrap-anywhere">{user.email}</strong>. Your own
        account, orders and messages aren’t affected.
      </p>
      <Button busy={isBusy} onClick={() => void join()}>
        Join {invitation.business.name}
      </Button>
    </>
  )
}
