import type { WishlistEmailsData } from '#features/catalogue/wishlist/contract.ts'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { page } from '#web/app/router/page.ts'
import type { PageContext, ViewProps } from '#web/app/router/page.ts'
import { useUnsubscribe } from '#web/shared/loading/use-unsubscribe.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { WishlistFrame } from './wishlist-frame.tsx'

/** The preference of the opened link, or that the link is invalid. */
export type WishlistEmailsPageData =
  | Readonly<{ emails: WishlistEmailsData; token: string }>
  | Readonly<{ problem: string }>

/**
 * The page of the unsubscribe link in wishlist emails. Opening it changes nothing, because email scanners open links,
 * too: a script does once the page is visible, or a button.
 */
export const wishlistEmailsPage = page<WishlistEmailsPageData>({
  load: loadSubscription,
  head: () => ({
    title: 'Wishlist emails',
    description: 'Unsubscribe from wishlist alerts.',
    isPrivate: true,
  }),
  View: WishlistEmailsView,
})

async function loadSubscription({ call: ask, search }: PageContext): Promise<WishlistEmailsPageData> {
  const token = search['token'] ?? ''
  try {
    return { emails: (await ask('GET /shop/wishlist/emails', { query: { token } })).emails, token }
  } catch (error) {
    if (isApiFailure(error) && error.status < 429) return { problem: BROKEN_LINK }
    throw error
  }
}

const BROKEN_LINK = 'The link may be incomplete, or the account was closed.'

/** Renders the page of the email's link by the state of the wishlist emails. */
export function WishlistEmailsView({ data }: ViewProps<WishlistEmailsPageData>) {
  if ('problem' in data) {
    return (
      <WishlistFrame>
        <h2 className="text-lg">This link does not work</h2>
        <p className="max-w-prose text-ink-soft">{data.problem}</p>
        <WishlistLink />
      </WishlistFrame>
    )
  }
  const { emails, token } = data
  return emails.count === 0 ? (
    <UnsubscribedNotice email={emails.email} />
  ) : (
    <UnsubscribePrompt emails={emails} token={token} />
  )
}

/** Unsubscribes by script right after the click in the email; without scripts, the button does. */
function UnsubscribePrompt({
  emails: { count, email },
  token,
}: {
  emails: WishlistEmailsData
  token: string
}) {
  const isUnsubscribing = useUnsubscribe(() => call('POST /shop/wishlist/unsubscribe', { query: { token } }))
  return (
    <WishlistFrame>
      <p role="status" className="max-w-prose text-ink-soft">
        {isUnsubscribing
          ? 'One moment, please.'
          : `Stop sending emails to ${email} about ${count === 1 ? 'a product' : `${count} products`} on your wishlist?`}
      </p>
      <form method="post" action={`/wishlist/unsubscribe?token=${encodeURIComponent(token)}`}>
        <Button type="submit" size="lg" busy={isUnsubscribing}>
          Unsubscribe
        </Button>
      </form>
    </WishlistFrame>
  )
}

function UnsubscribedNotice({ email }: { email: string }) {
  return (
    <WishlistFrame>
      <p role="status" className="max-w-prose text-ink-soft">
        You are unsubscribed: we no longer email {email} about your wishlist. Your products stay on it, and
        you can turn their alerts on again.
      </p>
      <WishlistLink />
    </WishlistFrame>
  )
}

/** Renders a link to the wishlist, where every product has its own switches. */
function WishlistLink() {
  return (
    <ButtonLink href="/dashboard/wishlist" variant="outline" className="self-start">
      Go to your wishlist
    </ButtonLink>
  )
}
