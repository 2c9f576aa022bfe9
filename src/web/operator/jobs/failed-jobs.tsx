import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { nameJob } from './job-names.ts'

type FailedJobData = AnswerTo<'GET /operator/jobs'>['jobs'][number]

/** Renders background jobs that failed on their last attempt. Each can be retried or dismissed. */
export function FailedJobs() {
  const query = usePages('GET /operator/jobs', {
    queryKey: ['operator', 'jobs'],
  })
  return (
    <>
      <PageHead
        title="Background jobs"
        about="Jobs that failed on their last attempt. They don’t run again by themselves."
      />
      <div className="console-panel">
        <PagedList query={query}>
          {({ pages }) => <JobList jobs={pages.flatMap(({ jobs }) => jobs)} />}
        </PagedList>
      </div>
    </>
  )
}

function JobList({ jobs }: { jobs: readonly FailedJobData[] }) {
  const [dismissed, setDismissed] = useState<FailedJobData>()
  if (jobs.length === 0)
    return <Empty title="No failed jobs" text="Jobs that fail on their last attempt appear here." />
  return (
    <>
      <ul aria-label="Failed jobs" className="divide-y divide-line">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onDismiss={() => setDismissed(job)} />
        ))}
      </ul>
      {dismissed && <DismissDialog job={dismissed} onClose={() => setDismissed(undefined)} />}
    </>
  )
}

function JobRow({ job, onDismiss }: { job: FailedJobData; onDismiss: () => void }) {
  const { isBusy, perform } = useOperatorAction()
  const { can } = useOperatorRoles()
  const { id, error, attempts, failedAt, input } = job
  const name = nameJob(job.name)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{name}</p>
        <p className="text-xs text-ink-soft">
          Failed on {formatDateTime(failedAt)} after {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        </p>
        <p className="mt-1 text-xs wrap-anywhere text-danger">
          {error ?? 'It ended without an error message.'}
        </p>
        <p className="mt-1 font-mono text-xs wrap-anywhere text-ink-soft">
          {job.name} {input}
        </p>
      </div>
      {can('settings:write') && (
        <div className="flex gap-2">
          <Action isSmall aria-label={`Dismiss: ${name}`} onClick={onDismiss}>
            Dismiss …
          </Action>
          <Action
            isSmall
            busy={isBusy}
            aria-label={`Retry: ${name}`}
            onClick={() => void perform(() => call('POST /operator/jobs/{id}/retry', { params: { id } }))}
          >
            Retry
          </Action>
        </div>
      )}
    </li>
  )
}

function DismissDialog({ job, onClose }: { job: FailedJobData; onClose: () => void }) {
  const { perform } = useOperatorAction()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Dismiss this job?"
      text={`${nameJob(job.name)}: what it should have done won’t be done. The audit log keeps its error.`}
      submitLabel="Dismiss"
      variant="danger"
      onSubmit={async () => {
        await perform(() => call('POST /operator/jobs/{id}/dismiss', { params: { id: job.id } }))
      }}
      explain={(error) => explainError(error, 'We couldn’t dismiss the job. Please try again in a moment.')}
    />
  )
}
