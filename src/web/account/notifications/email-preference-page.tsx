import type { PreferenceByTokenData } from '#features/messaging/notifications/contract.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { pageNotFound, useReload } from '#web/app/router/navigation.ts'
import { page, type PageContext, type ViewProps } from '#web/app/router/page.ts'
import { toast } from '#web/app/toast.ts'
import { EmailLinkFrame } from '#web/shared/forms/email-link-frame.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'

/** The preference of the opened link, or why the link is invalid. */
export type EmailPreferencePageData =
  | Readonly<{ choice: PreferenceByTokenData; token: string }>
  | Readonly<{ problem: string }>

/** The actions of links in emails. */
const LINK_ACTIONS: ReadonlySet<string | undefined> = new Set(['end', 'resume'])

/**
 * The page of the unsubscribe link in optional emails. Opening it changes nothing, because email scanners open links,
 * too: a button does, or a script once the page is visible.
 */
export const emailPreferencePage = page<EmailPreferencePageData>({
  load: loadPreference,
  head: () => ({ title: 'Email preferences', description: 'Choose which emails you get.', isPrivate: true }),
  View: EmailPreferenceView,
})

async function loadPreference({
  call: callApi,
  params,
  search,
}: PageContext): Promise<EmailPreferencePageData> {
  if (!LINK_ACTIONS.has(params['action'])) throw pageNotFound()
  const token = search['token'] ?? ''
  try {
    const { choice } = await callApi('GET /users/notificationChoices/byMail', { query: { token } })
    return { choice, token }
  } catch (error) {
    if (isApiFailure(error) && error.status < 429) return { problem: BROKEN_LINK }
    throw error
  }
}

const BROKEN_LINK = 'The link may be incomplete, or the account was closed.'

/** Renders the page of the email's link, by its action and the current preference. */
export function EmailPreferenceView({ data, params }: ViewProps<EmailPreferencePageData>) {
  if ('problem' in data) return <InvalidLink text={data.problem} />
  const { choice, token } = data
  if (!choice.isEnabled) return <UnsubscribedNotice choice={choice} token={token} />
  return params['action'] === 'end' ? (
    <UnsubscribePrompt choice={choice} token={token} />
  ) : (
    <SubscribedNotice choice={choice} token={token} />
  )
}

type PreferenceProps = Readonly<{ choice: PreferenceByTokenData; token: string }>

/** Unsubscribes by script right after the click in the email; without scripts, the button does. */
function UnsubscribePrompt({ choice, token }: PreferenceProps) {
  const isUnsubscribing = useUnsubscribe(token)
  return (
    <EmailLinkFrame about="Email preferences" title="Unsubscribe">
      <p role="status" className="max-w-prose text-ink-soft">
        {isUnsubscribing
          ? 'One moment, please.'
          : `Stop sending emails about ${preferenceTitle(choice)} to ${choice.email}?`}
      </p>
      <PreferenceForm action="end" token={token} label="Unsubscribe" isBusy={isUnsubscribing} />
    </EmailLinkFrame>
  )
}

function UnsubscribedNotice({ choice, token }: PreferenceProps) {
  return (
    <EmailLinkFrame about="Email preferences" title="You are unsubscribed">
      <p role="status" className="max-w-prose text-ink-soft">
        We no longer send emails about {preferenceTitle(choice)} to {choice.email}.
      </p>
      <PreferenceForm action="resume" token={token} label="Undo" />
    </EmailLinkFrame>
  )
}

function SubscribedNotice({ choice, token }: PreferenceProps) {
  return (
    <EmailLinkFrame about="Email preferences" title="You are subscribed">
      <p role="status" className="max-w-prose text-ink-soft">
        We send emails about {preferenceTitle(choice)} to {choice.email}.
      </p>
      <PreferenceForm action="end" token={token} label="Unsubscribe" />
    </EmailLinkFrame>
  )
}

function InvalidLink({ text }: { text: string }) {
  return (
    <EmailLinkFrame about="Email preferences" title="This link does not work">
      <p className="max-w-prose text-ink-soft">{text}</p>
      <ButtonLink href="/" className="mt-3">
        Go to the marketplace
      </ButtonLink>
    </EmailLinkFrame>
  )
}

function preferenceTitle({ title }: PreferenceByTokenData): string {
  return title.toLowerCase()
}

/** Renders a button that posts the recipient's decision; the page is the response. */
function PreferenceForm(props: { action: 'end' | 'resume'; token: string; label: string; isBusy?: boolean }) {
  const { action, token, label, isBusy = false } = props
  return (
    <form
      method="post"
      action={`/notifications/${action}?token=${encodeURIComponent(token)}`}
      className="mt-3"
    >
      <Button type="submit" variant="outline" busy={isBusy}>
        {label}
      </Button>
    </form>
  )
}

/**
 * Unsubscribes from the emails of the opened link as soon as the page is visible, and reloads it. Returns whether
 * that is pending.
 */
function useUnsubscribe(token: string): boolean {
  const [isEnding, setIsEnding] = useState(false)
  const reload = useRef(useReload())

  useEffect(() => {
    async function unsubscribe(): Promise<void> {
      setIsEnding(true)
      try {
        await call('POST /users/notificationChoices/end', { query: { token } })
        await reload.current()
      } catch (error) {
        toast.error(explainError(error, 'Something went wrong. Please use the button.'))
      }
      setIsEnding(false)
    }
    return whenPageVisible(() => void unsubscribe())
  }, [token])

  return isEnding
}

/** Calls back once when the page is visible; returns a function that cancels that. */
export function whenPageVisible(callback: () => void): () => void {
  const check = (): void => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', check)
    callback()
  }
  document.addEventListener('visibilitychange', check)
  check()
  return () => document.removeEventListener('visibilitychange', check)
}
