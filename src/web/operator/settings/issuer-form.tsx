import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'

type Issuer = Readonly<{ name: string; lines: readonly string[] }>

/** Renders the form for the issuer of documents, with a preview of their header. */
export function IssuerForm({ issuer, version }: { issuer: Issuer; version: number }) {
  const canWrite = useOperatorRoles().can('settings:write')
  const [name, setName] = useState(issuer.name)
  const [text, setText] = useState(issuer.lines.join('\n'))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isChanged = name.trim() !== issuer.name || lines.join('\n') !== issuer.lines.join('\n')
  const { isBusy, problem, save } = useSaveIssuer({ name, lines, version })

  function submit(event: FormEvent): void {
    event.preventDefault()
    void save()
  }

  return (
    <form onSubmit={submit} className="grid gap-5 md:grid-cols-2">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-ink-soft">
          New invoices, credit notes, statements and packing slips show this. Earlier documents don’t change.
        </p>
        <Field
          label="Company"
          autoComplete="organization"
          maxLength={200}
          disabled={!canWrite}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label="Address and numbers"
          hint="One per line: street, city, country, company number, tax number, email. Up to 12 lines."
          rows={7}
          disabled={!canWrite}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {problem !== undefined && <Problem text={problem} />}
        {canWrite && (
          <Action
            type="submit"
            variant="primary"
            busy={isBusy}
            disabled={!isChanged || name.trim() === '' || lines.length === 0}
            className="self-start"
          >
            Save
          </Action>
        )}
      </div>
      <DocumentHead name={name.trim()} lines={lines} />
    </form>
  )
}

function DocumentHead({ name, lines }: Issuer) {
  return (
    <figure className="self-start rounded-md border border-line bg-paper p-5">
      <figcaption className="text-xs text-ink-soft">Preview of the document header</figcaption>
      <p className="mt-3 font-semibold wrap-anywhere">{name || 'Company'}</p>
      <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">{lines.join('\n')}</p>
    </figure>
  )
}

function useSaveIssuer({ name, lines, version }: Issuer & Readonly<{ version: number }>) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function save(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const body = { name, lines: [...lines], version }
      const { message } = await withPassword(() => call('POST /operator/settings/issuer', { body }))
      await queries.invalidateQueries({ queryKey: ['operator', 'settings'] })
      toast.success(message)
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t save the issuer. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return { isBusy, problem, save }
}
