import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  EMAIL_TEXT_LENGTHS,
  type EmailTemplate,
  type EmailText,
  findEmailTextProblem,
} from '#core/emails/texts/email-template.ts'
import type { EmailTextName } from '#core/emails/texts/email-texts.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { useOperatorRoles } from '../../console/operator-roles.tsx'
import { useOperatorAction } from '../../console/use-operator-action.ts'
import { SettingForm, SettingHistory } from '../setting-page.tsx'
import { SettingsHead } from '../settings-head.tsx'
import { EmailPreview } from './email-preview.tsx'

type Data = AnswerTo<'GET /operator/settings/emails/{name}'>

/** Renders the text of an email with its preview, placeholders and history. */
export function EmailDetails({ id }: SectionProps) {
  // The server refuses names without an email.
  const name = id as EmailTextName
  const query = useQuery({
    queryKey: ['operator', 'settings', 'emails', name],
    queryFn: ({ signal }) => call('GET /operator/settings/emails/{name}', { params: { name } }, { signal }),
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <SettingsHead current="emails" />
      <Link href={OPERATOR.emails} className="mb-3 inline-flex min-h-9 items-center text-sm underline">
        All emails
      </Link>
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {(data) => <EmailEditor key={data.version} name={name} data={data} />}
      </Loaded>
    </>
  )
}

function EmailEditor({ name, data }: { name: EmailTextName; data: Data }) {
  const [draft, setDraft] = useState<EmailText>(data.text)
  const placeholders = toPlaceholders(data.placeholders)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2 xl:items-start">
      <div className="flex min-w-0 flex-col gap-4">
        <TextForm name={name} data={data} placeholders={placeholders} draft={draft} onChange={setDraft} />
        <Placeholders placeholders={data.placeholders} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <EmailPreview name={name} draft={draft} placeholders={placeholders} />
        <SettingHistory history={data.history} />
      </div>
    </div>
  )
}

type FormProps = Readonly<{
  name: EmailTextName
  data: Data
  placeholders: EmailTemplate['placeholders']
  draft: EmailText
  onChange: (draft: EmailText) => void
}>

function TextForm({ name, data, placeholders, draft, onChange }: FormProps) {
  const { text, standard, version } = data
  const { isBusy, perform } = useOperatorAction()
  const [hasTried, setHasTried] = useState(false)
  const found = findEmailTextProblem({ placeholders }, draft)
  const problem = hasTried ? found : undefined

  function withValidText(send: () => void): void {
    setHasTried(true)
    if (found) document.getElementById(`email-${found.field}`)?.focus()
    else send()
  }

  const save = () =>
    withValidText(
      () =>
        void perform(() =>
          call('POST /operator/settings/emails/{name}', { params: { name }, body: { text: draft, version } }),
        ),
    )
  const sendTest = () =>
    withValidText(
      () =>
        void perform(() =>
          call('POST /operator/settings/emails/{name}/test', { params: { name }, body: draft }),
        ),
    )
  return (
    <SettingForm
      isChanged={!isSame(draft, text)}
      isBusy={isBusy}
      onSave={save}
      onDiscard={() => {
        onChange(text)
        setHasTried(false)
      }}
    >
      {(isReadOnly) => (
        <Panel title={data.title} hint={`To ${data.recipients.toLowerCase()}`}>
          <div className="flex flex-col gap-4">
            <TextFields draft={draft} problem={problem} disabled={isReadOnly} onChange={onChange} />
            <FormActions
              isStandard={isSame(draft, standard)}
              isBusy={isBusy}
              onTest={sendTest}
              onReset={() => onChange(standard)}
            />
          </div>
        </Panel>
      )}
    </SettingForm>
  )
}

function TextFields(props: {
  draft: EmailText
  problem: ReturnType<typeof findEmailTextProblem>
  disabled: boolean
  onChange: (draft: EmailText) => void
}) {
  const { draft, problem, disabled, onChange } = props
  const toControl = (field: keyof EmailText) => ({
    id: `email-${field}`,
    maxLength: EMAIL_TEXT_LENGTHS[field],
    value: draft[field],
    disabled,
    error: problem?.field === field ? problem.text : undefined,
  })
  return (
    <>
      <Field
        {...toControl('subject')}
        label="Subject"
        onChange={({ target }) => onChange({ ...draft, subject: target.value })}
      />
      <Field
        {...toControl('heading')}
        label="Heading"
        onChange={({ target }) => onChange({ ...draft, heading: target.value })}
      />
      <TextArea
        {...toControl('text')}
        label="Text"
        hint="Plain text. Leave an empty line between paragraphs."
        rows={8}
        onChange={({ target }) => onChange({ ...draft, text: target.value })}
      />
    </>
  )
}

function FormActions(props: {
  isStandard: boolean
  isBusy: boolean
  onTest: () => void
  onReset: () => void
}) {
  const { isStandard, isBusy, onTest, onReset } = props
  if (!useOperatorRoles().can('settings:write')) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Action onClick={onTest} disabled={isBusy}>
        Send a test to yourself
      </Action>
      {!isStandard && <Action onClick={onReset}>Use standard text</Action>}
    </div>
  )
}

function Placeholders({ placeholders }: Pick<Data, 'placeholders'>) {
  return (
    <Panel title="Placeholders" hint="The shop fills them in for each email">
      {placeholders.length === 0 ? (
        <p className="text-sm text-ink-soft">This email has no placeholders.</p>
      ) : (
        <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
          {placeholders.map(({ name, label, sample, isRequired }) => (
            <div key={name} className="contents">
              <dt>
                <code>{`{{${name}}}`}</code>
              </dt>
              <dd className="wrap-anywhere text-ink-soft">
                {label}, such as {sample}
                {isRequired && ' (required)'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

function toPlaceholders(placeholders: Data['placeholders']): EmailTemplate['placeholders'] {
  return Object.fromEntries(
    placeholders.map(({ name, label, sample, isRequired }) => [
      name,
      { label, sample, ...(isRequired ? { isRequired: true as const } : {}) },
    ]),
  )
}

function isSame(one: EmailText, other: EmailText): boolean {
  return one.subject === other.subject && one.heading === other.heading && one.text === other.text
}
