import { useUser } from '#web/app/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'

/** The same in the menu of narrow screens (HDR-20, HDR-21). */
export function MenuAccount({ onFollow }: { onFollow: () => void }) {
  const user = useUser()
  if (user) {
    return (
      <section aria-label="Account" className="mt-8 rounded-md border border-line p-2">
        <p className="px-3 pt-2 pb-1 text-base wrap-anywhere">
          {user.firstName} {user.lastName}
        </p>
        <AccountMenu user={user} onDone={onFollow} />
      </section>
    )
  }
  return (
    <div className="mt-8 grid grid-cols-2 gap-3">
      <ButtonLink href="/login" look="outline" onClick={onFollow}>
        Sign In
      </ButtonLink>
      <ButtonLink href="/signup" onClick={onFollow}>
        Sign Up
      </ButtonLink>
    </div>
  )
}
