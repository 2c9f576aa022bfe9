import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findEmailTextProblem } from '#core/emails/texts/email-template.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { useDebounced } from '../../money/commissions/use-debounced.ts'
import { PreviewedEmail } from '../../settings/emails/email-preview.tsx'
import type { NewsletterDraft } from './newsletter-form.tsx'

/** Renders a newsletter as subscribers would receive it now. */
export function NewsletterPreview({ draft }: { draft: NewsletterDraft }) {
  const { subject, heading, text, withProducts } = useDebounced(draft)
  const body = { subject, heading, text, withProducts }
  const isComplete = findEmailTextProblem({ placeholders: {} }, body) === undefined
  const query = useQuery({
    queryKey: ['operator-preview', 'newsletter', body],
    queryFn: ({ signal }) => call('POST /operator/newsletters/preview', { body }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isComplete,
  })
  return (
    <Panel title="Preview" hint="At a phone’s width">
      {query.isError && <Problem text={explainError(query.error, 'The preview could not be loaded.')} />}
      {query.data ? (
        <PreviewedEmail {...query.data} />
      ) : (
        <p className="text-sm text-ink-soft">Enter a subject, a heading and a text to see the newsletter.</p>
      )}
    </Panel>
  )
}
