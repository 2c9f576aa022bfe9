import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type EmailTemplate,
  type EmailText,
  findEmailTextProblem,
} from '#core/emails/texts/email-template.ts'
import type { EmailTextName } from '#core/emails/texts/email-texts.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { useDebounced } from '../../money/commissions/use-debounced.ts'
import { EmailFrame } from './email-frame.tsx'

/** Renders a draft of an email with sample values, as HTML at a phone's width or as plain text. */
export function EmailPreview(props: {
  name: EmailTextName
  draft: EmailText
  placeholders: EmailTemplate['placeholders']
}) {
  const { name, draft, placeholders } = props
  const settled = useDebounced(draft)
  const problem = findEmailTextProblem({ placeholders }, settled)
  const query = useQuery({
    queryKey: ['operator-preview', 'email', name, settled],
    queryFn: ({ signal }) =>
      call('POST /operator/settings/emails/{name}/preview', { params: { name }, body: settled }, { signal }),
    placeholderData: keepPreviousData,
    enabled: problem === undefined,
  })
  const text =
    problem?.text ??
    (query.isError ? explainError(query.error, 'The preview could not be loaded.') : undefined)
  return (
    <Panel title="Preview" hint="With sample values, at a phone’s width">
      {text !== undefined && (
        <div className="mb-3">
          <Problem text={text} />
        </div>
      )}
      {query.data && <PreviewedEmail {...query.data} />}
    </Panel>
  )
}

const PRESSED = 'aria-pressed:border-ink aria-pressed:bg-mist'

/** Renders an email as HTML or plain text, with its subject. */
export function PreviewedEmail({ subject, html, text }: { subject: string; html: string; text: string }) {
  const [isPlain, setIsPlain] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label="Format" className="flex gap-2">
        <Action isSmall className={PRESSED} aria-pressed={!isPlain} onClick={() => setIsPlain(false)}>
          HTML
        </Action>
        <Action isSmall className={PRESSED} aria-pressed={isPlain} onClick={() => setIsPlain(true)}>
          Plain text
        </Action>
      </div>
      <p className="text-sm wrap-anywhere">
        <span className="text-ink-soft">Subject: </span>
        {subject}
      </p>
      {isPlain ? (
        <pre className="mx-auto w-full max-w-[360px] rounded-md border border-line bg-paper p-4 text-xs whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      ) : (
        <EmailFrame html={html} />
      )}
    </div>
  )
}
