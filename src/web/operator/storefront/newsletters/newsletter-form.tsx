import { useNavigateTo } from '#web/app/router/navigation.ts'
import { type FormEvent, useRef, useState } from 'react'
import { type EmailTextProblem, findEmailTextProblem } from '#core/emails/texts/email-template.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { LeaveDialog } from '#web/console/parts/leave-dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { newsletterAddress, OPERATOR } from '../../console/addresses.ts'
import { useOperatorRoles } from '../../console/operator-roles.tsx'
import { useOperatorAction } from '../../console/use-operator-action.ts'

type Newsletter = AnswerTo<'GET /operator/newsletters/{id}'>['newsletter']

/** The draft of a newsletter. */
export type NewsletterDraft = InputOf<'POST /operator/newsletters'>['body']

type FormProps = Readonly<{
  /** The stored newsletter; undefined for a new one. */
  newsletter: Newsletter | undefined
  subscribers: number
  draft: NewsletterDraft
  onChange: (draft: NewsletterDraft) => void
}>

/** Renders the form of a newsletter's draft: save, test, send and delete it. */
export function NewsletterForm({ newsletter, subscribers, draft, onChange }: FormProps) {
  const canWrite = useOperatorRoles().can('products:write')
  const [hasTried, setHasTried] = useState(false)
  const { save, isSaving } = useSaveDraft(newsletter)
  const found = findEmailTextProblem({ placeholders: {} }, draft)
  const isChanged = JSON.stringify(toBody(draft)) !== JSON.stringify(toBody(newsletter ?? EMPTY_NEWSLETTER))

  function withValidDraft(act: () => void): void {
    setHasTried(true)
    if (found) document.getElementById(`newsletter-${found.field}`)?.focus()
    else act()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    withValidDraft(() => void save(toBody(draft)))
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <form id={FORM} onSubmit={submit}>
        <LeaveDialog
          isDirty={() => isChanged && !isSaving()}
          text="Your changes to this newsletter will be lost."
        />
        <Panel title="Newsletter">
          <DraftFields
            draft={draft}
            problem={hasTried ? found : undefined}
            disabled={!canWrite}
            onChange={onChange}
          />
        </Panel>
      </form>
      {canWrite && (
        <DraftActions
          newsletter={newsletter}
          subscribers={subscribers}
          body={toBody(draft)}
          isChanged={isChanged}
          withValidDraft={withValidDraft}
        />
      )}
    </div>
  )
}

/** The form's id, for the buttons outside of it: their dialogs contain forms of their own. */
const FORM = 'newsletter-draft'

function DraftActions(props: {
  newsletter: Newsletter | undefined
  subscribers: number
  body: NewsletterDraft
  isChanged: boolean
  /** Calls the function if the draft is valid, else shows its errors. */
  withValidDraft: (act: () => void) => void
}) {
  const { newsletter, subscribers, body, isChanged, withValidDraft } = props
  const { isBusy, perform } = useOperatorAction()
  const [isSending, setIsSending] = useState(false)
  const sendTest = () => void perform(() => call('POST /operator/newsletters/test', { body }))
  return (
    <div className="flex flex-wrap gap-2">
      <Action
        type="submit"
        form={FORM}
        variant={newsletter && !isChanged ? 'outline' : 'primary'}
        disabled={!isChanged}
      >
        Save draft
      </Action>
      <Action busy={isBusy} onClick={() => withValidDraft(sendTest)}>
        Send a test to yourself
      </Action>
      {newsletter && !isChanged && (
        <Action variant="primary" onClick={() => setIsSending(true)}>
          Send …
        </Action>
      )}
      {newsletter && <DeleteButton id={newsletter.id} />}
      {newsletter && isSending && (
        <SendDialog newsletter={newsletter} subscribers={subscribers} onClose={() => setIsSending(false)} />
      )}
    </div>
  )
}

/** The draft of a new newsletter. */
export const EMPTY_NEWSLETTER: NewsletterDraft = { subject: '', heading: '', text: '', withProducts: true }

function toBody({ subject, heading, text, withProducts }: NewsletterDraft): NewsletterDraft {
  return { subject, heading, text, withProducts }
}

/** Returns a function that saves a draft; a new one gets its own address. */
function useSaveDraft(newsletter: Newsletter | undefined) {
  const queries = useQueryClient()
  const navigate = useNavigateTo()
  const isUnderWay = useRef(false)

  async function save(body: NewsletterDraft): Promise<void> {
    isUnderWay.current = true
    try {
      const answer = newsletter
        ? await call('POST /operator/newsletters/{id}', {
            params: { id: newsletter.id },
            body: { ...body, version: newsletter.version },
          })
        : await call('POST /operator/newsletters', { body })
      toast.success(answer.message)
      await queries.invalidateQueries({ queryKey: ['operator', 'newsletters'] })
      if (!newsletter) await navigate(newsletterAddress(answer.newsletter.id))
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t save the draft. Please try again in a moment.'))
    }
    isUnderWay.current = false
  }

  return { save, isSaving: () => isUnderWay.current }
}

function DraftFields(props: {
  draft: NewsletterDraft
  problem: EmailTextProblem | undefined
  disabled: boolean
  onChange: (draft: NewsletterDraft) => void
}) {
  const { draft, problem, disabled, onChange } = props
  const toControl = (field: 'subject' | 'heading' | 'text') => ({
    id: `newsletter-${field}`,
    value: draft[field],
    disabled,
    error: problem?.field === field ? problem.text : undefined,
  })
  return (
    <div className="flex flex-col gap-4">
      <Field
        {...toControl('subject')}
        label="Subject"
        maxLength={150}
        onChange={({ target }) => onChange({ ...draft, subject: target.value })}
      />
      <Field
        {...toControl('heading')}
        label="Heading"
        maxLength={120}
        onChange={({ target }) => onChange({ ...draft, heading: target.value })}
      />
      <TextArea
        {...toControl('text')}
        label="Text"
        hint="Plain text. Leave an empty line between paragraphs."
        rows={12}
        maxLength={4_000}
        onChange={({ target }) => onChange({ ...draft, text: target.value })}
      />
      <Checkbox
        label="Show up to eight new products of the last 30 days"
        checked={draft.withProducts}
        disabled={disabled}
        onChange={({ target }) => onChange({ ...draft, withProducts: target.checked })}
      />
    </div>
  )
}

function SendDialog(props: { newsletter: Newsletter; subscribers: number; onClose: () => void }) {
  const { newsletter, subscribers, onClose } = props
  const queries = useQueryClient()
  const count =
    subscribers === 1 ? '1 confirmed subscriber' : `${formatNumber(subscribers)} confirmed subscribers`
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Send this newsletter?"
      text={`It goes to ${count}, each once, with a link to unsubscribe. It can’t be changed or recalled.`}
      submitLabel="Send newsletter"
      canSubmit={subscribers > 0}
      onSubmit={async () => {
        const { message } = await withPassword(() =>
          call('POST /operator/newsletters/{id}/send', {
            params: { id: newsletter.id },
            body: { version: newsletter.version },
          }),
        )
        toast.success(message)
        await queries.invalidateQueries({ queryKey: ['operator', 'newsletters'] })
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t send the newsletter. Please try again in a moment.')
      }
    >
      {subscribers === 0 && <p className="text-sm text-ink-soft">There are no confirmed subscribers yet.</p>}
    </FormDialog>
  )
}

function DeleteButton({ id }: { id: string }) {
  const navigate = useNavigateTo()
  const { isBusy, perform } = useOperatorAction()
  const [isOpen, setIsOpen] = useState(false)

  async function remove(): Promise<void> {
    const isDone = await perform(() => call('POST /operator/newsletters/{id}/delete', { params: { id } }))
    if (isDone) await navigate(OPERATOR.newsletters)
  }

  return (
    <>
      <Action variant="quiet" busy={isBusy} onClick={() => setIsOpen(true)}>
        Delete draft
      </Action>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Delete this draft?"
        submitLabel="Delete draft"
        variant="danger"
        onSubmit={remove}
        explain={(error) =>
          explainError(error, 'We couldn’t delete the draft. Please try again in a moment.')
        }
      />
    </>
  )
}
