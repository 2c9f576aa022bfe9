import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FilePlus } from 'lucide'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { downloadFile } from '#web/console/data/file-actions.ts'
import { formatDay, formatMoney } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { useOperatorAction } from '../../console/use-operator-action.ts'

type BankFile = AnswerTo<'GET /payout-files'>['files'][number]

const SHOWN = 5

/** Renders the newest bank files of payouts, and creates one for all pending payouts. */
export function BankFiles() {
  const [isCreating, setIsCreating] = useState(false)
  const query = useQuery({
    queryKey: ['operator', 'payout-files'],
    queryFn: async ({ signal }) =>
      (await call('GET /payout-files', { query: { page: 1 } }, { signal })).files,
  })
  return (
    <Panel
      title="Bank files"
      isFlush
      aside={
        <Action isSmall icon={FilePlus} onClick={() => setIsCreating(true)}>
          Create bank file
        </Action>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {(files) =>
          files.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">
              A bank file contains all pending payouts, as ISO 20022 pain.001 and CSV.
            </p>
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {files.slice(0, SHOWN).map((file) => (
                <FileRow key={file.id} file={file} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
    </Panel>
  )
}

function FileRow({ file }: { file: BankFile }) {
  const { isBusy, perform } = useOperatorAction()
  const name = `${file.payouts} ${file.payouts === 1 ? 'payout' : 'payouts'} to pay on ${formatDay(file.payOn)}`
  const mark = (event: 'send' | 'confirm') =>
    perform(() => call('POST /payout-files/{id}/mark', { params: { id: file.id }, body: { event } }))

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">
          {name}, {formatMoney(file.amount, file.currency)}
        </p>
        <p className="text-xs text-ink-soft">
          {describeStates(file)} · created {formatDay(file.createdAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Action
          isSmall
          icon={Download}
          aria-label={`Bank file: ${name}`}
          onClick={() => void download(file, 'pain001')}
        >
          Bank file
        </Action>
        <Action
          isSmall
          icon={Download}
          aria-label={`CSV: ${name}`}
          onClick={() => void download(file, 'csv')}
        >
          CSV
        </Action>
        {(file.states['in_file'] ?? 0) > 0 && (
          <Action
            isSmall
            busy={isBusy}
            aria-label={`Mark as sent: ${name}`}
            onClick={() => void mark('send')}
          >
            Mark as sent
          </Action>
        )}
        {(file.states['sent'] ?? 0) > 0 && (
          <Action
            isSmall
            busy={isBusy}
            aria-label={`Mark as paid: ${name}`}
            onClick={() => void mark('confirm')}
          >
            Mark as paid
          </Action>
        )}
      </div>
    </li>
  )
}

async function download(file: BankFile, format: 'pain001' | 'csv'): Promise<void> {
  await downloadFile({
    path: `/payout-files/${encodeURIComponent(file.id)}/${format}`,
    name: `payouts-${file.payOn}.${format === 'csv' ? 'csv' : 'xml'}`,
    failure: 'We couldn’t download the bank file. Please try again in a moment.',
  })
}

const STATE_TEXTS: Readonly<Record<string, string>> = {
  in_file: 'not sent yet',
  sent: 'on their way',
  unclear: 'unclear',
  confirmed: 'paid',
  failed: 'failed',
}

function describeStates({ states }: BankFile): string {
  return Object.entries(states)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${STATE_TEXTS[state] ?? state}`)
    .join(', ')
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [payOn, setPayOn] = useState(() => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Create a bank file"
      text="It includes all pending bank payouts. Upload it to your bank, then mark it as sent."
      submitLabel="Create bank file"
      canSubmit={payOn !== ''}
      onSubmit={async () => {
        const { message } = await withPassword(() => call('POST /payout-files', { body: { payOn } }))
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t create the file. Please try again in a moment.')}
    >
      <Field
        label="Payment date"
        type="date"
        value={payOn}
        onChange={(event) => setPayOn(event.target.value)}
      />
    </FormDialog>
  )
}
