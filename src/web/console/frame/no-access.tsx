import { forgetBusiness, useSelectedBusiness } from '#web/app/session/choose-business.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { ActionLink } from '../parts/button.tsx'

/** Renders links for visitors, and for accounts without a business of this type. */
export function NoAccess(
  props: Readonly<{
    user: StoredUser | undefined
    type: StoredUser['type']
    /** The name of the audience in a sentence, such as `suppliers`. */
    audience: string
    current: string
  }>,
) {
  const { user, type, audience, current } = props
  const chosen = useSelectedBusiness()
  const hasLeft = user !== undefined && chosen?.type === type && !chosen.isOwn
  const next = `next=${encodeURIComponent(current)}`
  const wasViewing = hasLeft && user.type === 'operator'
  const title = wasViewing
    ? `You’re no longer viewing ${chosen.name}`
    : hasLeft
      ? `You’re no longer in the team of ${chosen.name}`
      : user
        ? `This page is for ${audience}`
        : 'Sign in to continue'
  const text = wasViewing
    ? 'Viewing ends after 30 minutes. Open the account again to continue.'
    : hasLeft
      ? 'You can no longer open its dashboard. If this is a mistake, ask the owner to invite you again.'
      : user
        ? `You’re signed in as ${user.email}. Sign in with another account, or go to your own dashboard.`
        : `This page is for ${audience} of the marketplace.`
  return (
    <section className="mx-auto flex max-w-md flex-col items-start gap-3 px-4 py-24">
      <h1 className="text-2xl wrap-anywhere">{title}</h1>
      <p className="text-sm text-ink-soft">{text}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ActionLink
          variant="primary"
          href={user ? '/dashboard' : `/login?${next}`}
          {...(hasLeft ? { onClick: forgetBusiness } : {})}
        >
          {user ? 'Go to your dashboard' : 'Sign In'}
        </ActionLink>
        <ActionLink href="/marketplace">Go to the marketplace</ActionLink>
      </div>
    </section>
  )
}
