import type { ChoiceByMailData } from '#features/messaging/notifications/contract.ts'
import { call, isApiFailure, messageOf } from '#web/app/calls/api.ts'
import { onceSeen } from '#web/app/hydration/intersection-observer.ts'
import { pageNotFound, useReload } from '#web/app/navigation.ts'
import { page, type PageContext, type ViewProps } from '#web/app/page.ts'
import { toast } from '#web/app/toast.ts'
import { MailFrame } from '#web/shared/forms/mail-frame.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'

/** How it stands with the mails whose link was opened, or why the link leads nowhere. */
export type MailsPageData =
  | Readonly<{ choice: ChoiceByMailData; token: string }>
  | Readonly<{ problem: string }>

/** What a link in a mail may wish. */
const WISHES: ReadonlySet<string | undefined> = new Set(['end', 'resume'])

/**
 * Where the link at the end of a mail leads that one may do without. Opening it changes nothing by itself, for mail scanners
 * open links too: a button posts, and with a script whoever sees the page has clicked already.
 */
export const mailsPage = page<MailsPageData>({
  load: loadChoice,
  head: () => ({ title: 'Mails', description: 'Which mails you get.', isPrivate: true }),
  View: MailsView,
})

async function loadChoice({ call: callApi, params, search }: PageContext): Promise<MailsPageData> {
  if (!WISHES.has(params['wish'])) throw pageNotFound()
  const token = search['token'] ?? ''
  try {
    const { choice } = await callApi('GET /users/notificationChoices/byMail', { query: { token } })
    return { choice, token }
  } catch (error) {
    if (isApiFailure(error) && error.status < 429) return { problem: BROKEN_LINK }
    throw error
  }
}

const BROKEN_LINK = 'It may not have been copied whole, or the account was closed.'

/** What the link leads to: by what was wished, and how it stands. */
export function MailsView({ data, params }: ViewProps<MailsPageData>) {
  if ('problem' in data) return <NoMails text={data.problem} />
  const { choice, token } = data
  if (!choice.wanted) return <Ended choice={choice} token={token} />
  return params['wish'] === 'end' ? (
    <Ending choice={choice} token={token} />
  ) : (
    <Coming choice={choice} token={token} />
  )
}

type Concerned = Readonly<{ choice: ChoiceByMailData; token: string }>

/** With a script the click in the mail was the one click; without, the button is. */
function Ending({ choice, token }: Concerned) {
  const isEnding = useEndMails(token)
  return (
    <MailFrame about="Mails" title="End these mails">
      <p role="status" className="max-w-prose text-ink-soft">
        {isEnding ? 'One moment, please.' : `No more mails about ${subjectOf(choice)} to ${choice.email}?`}
      </p>
      <Decision wish="end" token={token} label="End these mails" isBusy={isEnding} />
    </MailFrame>
  )
}

function Ended({ choice, token }: Concerned) {
  return (
    <MailFrame about="Mails" title="These mails have ended">
      <p role="status" className="max-w-prose text-ink-soft">
        It is done: {choice.email} gets no more mails about {subjectOf(choice)}. Was that a slip?
      </p>
      <Decision wish="resume" token={token} label="Undo" />
    </MailFrame>
  )
}

function Coming({ choice, token }: Concerned) {
  return (
    <MailFrame about="Mails" title="These mails come again">
      <p role="status" className="max-w-prose text-ink-soft">
        Mails about {subjectOf(choice)} go to {choice.email}.
      </p>
      <Decision wish="end" token={token} label="End these mails" />
    </MailFrame>
  )
}

function NoMails({ text }: { text: string }) {
  return (
    <MailFrame about="Mails" title="This link does not work">
      <p className="max-w-prose text-ink-soft">{text}</p>
      <ButtonLink href="/" className="mt-3">
        To the marketplace
      </ButtonLink>
    </MailFrame>
  )
}

function subjectOf({ title }: ChoiceByMailData): string {
  return title.toLowerCase()
}

/** A button that posts what its reader decided; the page is the answer. */
function Decision(props: { wish: 'end' | 'resume'; token: string; label: string; isBusy?: boolean }) {
  const { wish, token, label, isBusy = false } = props
  return (
    <form method="post" action={`/notifications/${wish}?token=${encodeURIComponent(token)}`} className="mt-3">
      <Button type="submit" look="outline" busy={isBusy}>
        {label}
      </Button>
    </form>
  )
}

/** Ends the mails whose link was opened as soon as somebody sees the page, and loads it anew; gives whether that is on its way. */
function useEndMails(token: string): boolean {
  const [isEnding, setIsEnding] = useState(false)
  const reload = useRef(useReload())

  useEffect(() => {
    async function end(): Promise<void> {
      setIsEnding(true)
      try {
        await call('POST /users/notificationChoices/end', { query: { token } })
        await reload.current()
      } catch (error) {
        toast.error(messageOf(error, 'Something went wrong. Please press the button.'))
      }
      setIsEnding(false)
    }
    return onceSeen(() => void end())
  }, [token])

  return isEnding
}
