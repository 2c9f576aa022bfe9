import { MessageCircle } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useChatPlace } from '../chat-frame.tsx'

/**
 * Renders the empty state without conversations, with how to start one. Suppliers wait for questions, and can also
 * start conversations.
 */
export function EmptyChat({ problem, isSupplier }: { problem: string | undefined; isSupplier: boolean }) {
  const { isInConsole } = useChatPlace()
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-5 p-6 text-center">
      <Icon shapes={MessageCircle} aria-hidden="true" className="size-10 text-ink-soft" strokeWidth={1} />
      <h2 className="text-xl">No conversations yet</h2>
      {problem && <Problem text={problem} />}
      <p className="text-ink-soft">{isSupplier ? SUPPLIER_HINT : BUYER_HINT}</p>
      {!(isInConsole && isSupplier) && <ButtonLink href="/marketplace">Find a product</ButtonLink>}
    </div>
  )
}

const SUPPLIER_HINT =
  'Questions from buyers about your products and orders arrive here. We email you when one has been waiting for ten minutes.'

const BUYER_HINT =
  'Open a product or store and choose “Chat” to ask about stones, sizes, stock or your order. Your conversations appear here.'

/** Renders the error of a conversation that could not be opened. */
export function ConversationUnavailable({
  problem,
  onRetry,
}: {
  problem: string | undefined
  onRetry: () => void
}) {
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-4 p-6 text-center">
      <Problem text={problem ?? 'Your conversations could not be loaded.'} />
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Renders the error of a list or a search that failed. */
export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 p-5 text-sm">
      <p>We couldn’t load your conversations.</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Renders the sign-in of an expired session, without any messages. */
export function SignInAgain() {
  const { address } = useChatPlace()
  return (
    <div role="alert" className="m-auto flex max-w-md flex-col items-center gap-5 p-6 text-center">
      <h2 className="text-xl">You are signed out</h2>
      <p className="text-ink-soft">Sign in again to continue your conversations.</p>
      <ButtonLink href={`/login?next=${address}`}>Sign In</ButtonLink>
    </div>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-md bg-danger-mist px-4 py-3 text-sm text-ink">
      {text}
    </p>
  )
}
