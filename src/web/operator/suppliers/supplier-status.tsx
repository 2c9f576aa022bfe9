import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'

/** The status of a supplier. */
export type SupplierStatus = AnswerTo<'GET /operator/suppliers/{id}'>['supplier']['status']

const STATUSES: Readonly<Record<SupplierStatus, Readonly<{ label: string; tone: StatusTone }>>> = {
  unverified: { label: 'Not verified', tone: 'wait' },
  verified: { label: 'Verified', tone: 'good' },
  suspended: { label: 'Suspended', tone: 'bad' },
}

/** Renders the status of a supplier as a coloured label. */
export function SupplierStatusLabel({ status }: { status: SupplierStatus }) {
  const { label, tone } = STATUSES[status]
  return <Status tone={tone}>{label}</Status>
}
