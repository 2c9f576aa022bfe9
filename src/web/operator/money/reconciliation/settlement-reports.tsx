import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { sendFile } from '#web/app/calls/file-call.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Field, Select } from '#web/ui/field.tsx'

type Answer = AnswerTo<'GET /settlement-reports'>

/** Renders the providers' balances by reports and ledger, the past reports, and the upload. */
export function SettlementReports() {
  const [isUploading, setIsUploading] = useState(false)
  const query = useQuery({
    queryKey: ['operator', 'settlement-reports'],
    queryFn: ({ signal }) => call('GET /settlement-reports', { query: { page: 1 } }, { signal }),
  })
  const providers = query.data?.providers ?? []
  return (
    <Panel
      title="Settlement reports"
      isFlush
      aside={
        providers.length > 0 && (
          <Action isSmall icon={Upload} onClick={() => setIsUploading(true)}>
            Upload report
          </Action>
        )
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(answer) =>
          answer.reports.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">
              {providers.length === 0
                ? 'No payment provider is set up, so there is nothing to reconcile.'
                : 'No reports yet. Download the settlement report from your payment provider and upload it here.'}
            </p>
          ) : (
            <ReportList answer={answer} />
          )
        }
      </Loaded>
      {isUploading && <UploadDialog providers={providers} onClose={() => setIsUploading(false)} />}
    </Panel>
  )
}

function ReportList({ answer: { reports, balances } }: { answer: Answer }) {
  return (
    <ul className="divide-y divide-line border-t border-line text-sm">
      {balances.map(({ provider, currency, until, booked, reported }) => (
        <li key={`${provider} ${currency}`} className="flex flex-wrap justify-between gap-3 px-4 py-2.5">
          <span>
            {provider} until {formatDay(until)}: ledger {formatMoney(booked, currency)}, reported{' '}
            {formatMoney(reported, currency)}
          </span>
          <Status tone={booked === reported ? 'good' : 'bad'}>
            {booked === reported ? 'Equal' : formatMoney(reported - booked, currency)}
          </Status>
        </li>
      ))}
      {reports.map(({ id, provider, from, to, rows, discrepancies, open }) => (
        <li key={id} className="px-4 py-2.5">
          {provider}, {formatDay(from)} – {formatDay(to)}
          <span className="block text-xs text-ink-soft">
            {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}, {discrepancies}{' '}
            {discrepancies === 1 ? 'discrepancy' : 'discrepancies'}, {open} open
          </span>
        </li>
      ))}
    </ul>
  )
}

const DAY_MS = 86_400_000

function UploadDialog({ providers, onClose }: { providers: readonly string[]; onClose: () => void }) {
  const queries = useQueryClient()
  const [source, setSource] = useState(() => toSource(providers[0] ?? ''))
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [file, setFile] = useState<File>()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Upload a settlement report"
      text="Fees and settlements are posted to the ledger, and differences are listed as discrepancies. Rows that were uploaded before are ignored."
      submitLabel="Upload report"
      canSubmit={file !== undefined && from !== '' && to !== '' && from <= to}
      onSubmit={async () => {
        if (!file) return
        // The last day is part of the report.
        const end = new Date(new Date(to).getTime() + DAY_MS).toISOString()
        const query = { from: new Date(from).toISOString(), to: end, format: source.format }
        const params = { provider: source.provider }
        const { message } = await withPassword(() => sendReport(file, { params, query }))
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t upload the report. Please try again in a moment.')}
    >
      <ProviderFields providers={providers} value={source} onChange={setSource} />
      <div className="grid grid-cols-2 gap-3">
        <Field label="First day" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        <Field label="Last day" type="date" value={to} onChange={(event) => setTo(event.target.value)} />
      </div>
      <Field
        label="File"
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => setFile(event.target.files?.[0])}
      />
    </FormDialog>
  )
}

/** The provider of a report, and the format of its file. */
type Source = Readonly<{ provider: string; format: 'stripe' | 'plain' }>

function toSource(provider: string): Source {
  return { provider, format: provider === 'stripe' ? 'stripe' : 'plain' }
}

function ProviderFields(props: {
  providers: readonly string[]
  value: Source
  onChange: (value: Source) => void
}) {
  const { providers, value, onChange } = props
  return (
    <>
      <Select
        label="Payment provider"
        value={value.provider}
        onChange={(event) => onChange(toSource(event.target.value))}
      >
        {providers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label="Format"
        value={value.format}
        hint={
          value.format === 'plain'
            ? 'Columns: id, kind, reference, settlement, currency, gross, fee, net, at'
            : 'An itemized balance report from the Stripe dashboard'
        }
        onChange={(event) =>
          onChange({ ...value, format: event.target.value === 'stripe' ? 'stripe' : 'plain' })
        }
      >
        <option value="plain">CSV</option>
        <option value="stripe">Stripe balance report</option>
      </Select>
    </>
  )
}

type ReportInput = Readonly<{
  params: Readonly<{ provider: string }>
  query: Readonly<{ from: string; to: string; format: 'stripe' | 'plain' }>
}>

/** Sends a report. Throws an `ApiFailure` when it is refused. */
async function sendReport(file: File, input: ReportInput): Promise<{ message: string }> {
  return await sendFile('POST /settlement-reports/{provider}', file, input)
}
