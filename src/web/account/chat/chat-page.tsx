import { Suspense } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { useUser } from '#web/app/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ChatSkeleton } from '#web/shared/chat/chat-skeleton.tsx'

// Both come when it is known who looks; other pages load nothing of them.
const LiveChat = lazyComponent(async () => (await import('#web/shared/chat/live-chat.tsx')).LiveChat)
const SampleChat = lazyComponent(async () => (await import('./sample-chat.tsx')).SampleChat)

/** Conversations of a shopper or vendor with a supplier (ROUTE-25); drawn for everybody alike, filled by the browser. */
export const chatPage = page({
  head: () => ({ title: 'Messages', description: 'Talk to suppliers and buyers.', isPrivate: true }),
  View: ChatPage,
})

/** Renders the user's conversations, or for a visitor an example (CHAT-07). */
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
