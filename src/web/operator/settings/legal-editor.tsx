import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { LeaveDialog } from '#web/console/parts/leave-dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import type { LegalPageName } from '#web/content/legal-pages.ts'
import { SanitisedHtml } from '#web/shared/product/sanitised-html.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { useDebounced } from '../money/commissions/use-debounced.ts'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { LegalHistory } from './legal-history.tsx'

type Data = AnswerTo<'GET /operator/settings/legal-texts/{name}'>

/** Renders the editor of a legal text: preview, placeholder values, and versions. */
export function LegalEditor({ name, href, data }: { name: LegalPageName; href: string; data: Data }) {
  const { text, placeholders, history } = data
  const canWrite = useOperatorRoles().can('settings:write')
  const [draft, setDraft] = useState<Draft>({ title: text.title, body: text.body })
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2 xl:items-start">
      <Panel
        title={text.isOwn ? `Version ${text.version}` : `Version ${text.version}, as it came with the shop`}
        aside={
          <ActionLink href={href} variant="quiet" isSmall>
            View in shop
          </ActionLink>
        }
      >
        <TextForm name={name} text={text} draft={draft} onChange={setDraft} canWrite={canWrite} />
      </Panel>
      <div className="flex min-w-0 flex-col gap-4">
        <Preview name={name} draft={draft} />
        <Placeholders placeholders={placeholders} />
        <LegalHistory history={history} onUse={canWrite ? setDraft : undefined} />
      </div>
    </div>
  )
}

type Draft = Readonly<{ title: string; body: string }>

function TextForm(props: {
  name: LegalPageName
  text: Data['text']
  draft: Draft
  onChange: (draft: Draft) => void
  canWrite: boolean
}) {
  const { name, text, draft, onChange, canWrite } = props
  const { title, body } = draft
  const { isBusy, perform } = useOperatorAction()
  const isChanged = title.trim() !== text.title || body !== text.body

  function submit(event: FormEvent): void {
    event.preventDefault()
    const change = { title, body, from: text.version }
    void perform(() => call('POST /operator/settings/legal-texts/{name}', { params: { name }, body: change }))
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <LeaveDialog isDirty={() => isChanged && !isBusy} text="Your changes to this text will be lost." />
      <p className="text-sm text-ink-soft">
        {name === 'terms'
          ? 'Vendors and suppliers accept the new terms on their next visit. Earlier orders keep the version they were placed under.'
          : 'The shop shows your changes immediately. Earlier versions stay in the history.'}
      </p>
      <Field
        label="Title"
        maxLength={200}
        disabled={!canWrite}
        value={title}
        onChange={(event) => onChange({ title: event.target.value, body })}
      />
      <TextArea
        label="Text"
        hint="Markdown: ## for a heading, - for a list, **bold**, [text](https://…) for a link."
        rows={22}
        maxLength={100_000}
        disabled={!canWrite}
        value={body}
        onChange={(event) => onChange({ title, body: event.target.value })}
      />
      {canWrite && (
        <div className="flex flex-wrap gap-2">
          <Action
            type="submit"
            variant="primary"
            busy={isBusy}
            disabled={!isChanged || title.trim() === '' || body.trim() === ''}
          >
            Save new version
          </Action>
          {isChanged && <Action onClick={() => onChange(text)}>Discard changes</Action>}
        </div>
      )}
    </form>
  )
}

function Preview({ name, draft: { title, body } }: { name: LegalPageName; draft: Draft }) {
  const settled = useDebounced(body)
  const query = useQuery({
    queryKey: ['operator-preview', 'legal', name, settled],
    queryFn: ({ signal }) =>
      call(
        'POST /operator/settings/legal-texts/{name}/preview',
        { params: { name }, body: { body: settled } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: settled.trim() !== '',
  })
  return (
    <Panel title="Preview">
      {query.isError && <Problem text={explainError(query.error, 'The preview could not be loaded.')} />}
      <div className="rounded-md border border-line bg-paper p-5">
        <p className="mb-3 text-xl font-semibold wrap-anywhere">{title || 'Title'}</p>
        {query.data && <SanitisedHtml html={query.data.html} className="legal-text wrap-anywhere" />}
      </div>
    </Panel>
  )
}

function Placeholders({ placeholders }: Pick<Data, 'placeholders'>) {
  return (
    <Panel title="Placeholders" hint="A line whose placeholder is empty is left out">
      <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
        {placeholders.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd className="wrap-anywhere text-ink-soft">{value ?? 'Empty'}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
