import { Suspense } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { useUser } from '#web/app/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ChatSkeleton } from '#web/shared/chat/chat-skeleton.tsx'

// Both load when the user is known; other pages load neither.
const LiveChat = lazyComponent(async () => (await import('#web/shared/chat/live-chat.tsx')).LiveChat)
const SampleChat = lazyComponent(async () => (await import('./sample-chat.tsx')).SampleChat)

/**
 * The page of a shopper's or vendor's conversations with suppliers (ROUTE-25); the server renders it without a user.
 */
export const chatPage = page({
  head: () => ({ title: 'Messages', description: 'Talk to suppliers and buyers.', isPrivate: true }),
  View: ChatPage,
})

/** Renders the user's conversations, or an example for visitors (CHAT-07). */
export function ChatPage({ search }: ViewProps<unknown>) {
  const user = useUser()
  const isHydrated = useIsHydrated()
  if (!isHydrated) {
    return (
      <>
        <noscript>
          <p className="page-width py-6">
            Chat needs JavaScript. You can also use the contact form.{' '}
            <ButtonLink href="/contact-us" variant="outline" size="sm">
              Contact Us
            </ButtonLink>
          </p>
        </noscript>
        <ChatSkeleton />
      </>
    )
  }
  return (
    <Suspense fallback={<ChatSkeleton />}>
      {user ? (
        <LiveChat
          key={user.id}
          accountId={user.id}
          isSupplier={user.type === 'manufacturer'}
          search={search}
        />
      ) : (
        <SampleChat search={search} />
      )}
    </Suspense>
  )
}
