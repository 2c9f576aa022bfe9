import { type KeyboardEvent, useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'

type Thread = AnswerTo<'GET /operator/messages/{id}'>['message']

const MODES = [
  { id: 'answer', label: 'Answer' },
  { id: 'note', label: 'Note' },
] as const

type Mode = (typeof MODES)[number]['id']

/** Renders the form for an answer by email, or for a note that only operators can read. */
export function MessageReply({ message, replyTo }: { message: Thread; replyTo: string }) {
  const [mode, setMode] = useState<Mode>('answer')
  const { text, setText, isDone, setIsDone, isBusy, send } = useReply(message, mode)
  const isAnswer = mode === 'answer'
  const isRefused = isAnswer && message.state === 'spam'
  return (
    <Panel
      title={isAnswer ? 'Answer by email' : 'Note for operators'}
      aside={<ModeSwitch mode={mode} setMode={setMode} />}
    >
      <form
        className="flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        onKeyDown={sendByKey}
      >
        <TextArea
          label={isAnswer ? `Answer to ${message.email}` : 'Note'}
          hint={
            isAnswer
              ? `Replies to the email go to ${replyTo}. Press Ctrl+Enter to send.`
              : 'The sender doesn’t see it.'
          }
          rows={5}
          maxLength={5000}
          required
          disabled={isRefused}
          className="w-full"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isAnswer && message.state === 'open' && (
          <Checkbox
            label="Mark as done"
            checked={isDone}
            onChange={(event) => setIsDone(event.target.checked)}
          />
        )}
        {isRefused && <p className="text-sm text-ink-soft">Reopen this message to answer it.</p>}
        <Action type="submit" variant="primary" busy={isBusy} disabled={text.trim() === '' || isRefused}>
          {isAnswer ? 'Send answer' : 'Save note'}
        </Action>
      </form>
    </Panel>
  )
}

function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

function useReply({ id, entries }: Thread, mode: Mode) {
  const [text, setText] = useState('')
  const [isDone, setIsDone] = useState(true)
  // One id per text, so that a repeated submission is stored once.
  const [clientId, setClientId] = useState(randomUuid)
  const { isBusy, perform } = useOperatorAction()

  async function send(): Promise<void> {
    const params = { id }
    const after = entries.at(-1)?.number ?? 0
    const isSent = await perform(() =>
      mode === 'answer'
        ? call('POST /operator/messages/{id}/answer', {
            params,
            body: { text, clientId, after, isDone },
          })
        : call('POST /operator/messages/{id}/notes', { params, body: { text, clientId } }),
    )
    if (!isSent) return
    setText('')
    setClientId(randomUuid())
  }

  return { text, setText, isDone, setIsDone, isBusy, send }
}

function ModeSwitch({ mode, setMode }: { mode: Mode; setMode: (mode: Mode) => void }) {
  return (
    <div role="group" aria-label="Message type" className="flex gap-1">
      {MODES.map(({ id, label }) => (
        <Action
          key={id}
          isSmall
          variant={mode === id ? 'outline' : 'quiet'}
          aria-pressed={mode === id}
          onClick={() => setMode(id)}
        >
          {label}
        </Action>
      ))}
    </div>
  )
}
