import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Select } from '#web/ui/field.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { useOperatorRoles } from '../console/operator-roles.tsx'

type Operator = AnswerTo<'GET /operator/cases/assignments'>['operators'][number]

/** Returns who sees to which open cases, by the ids of cases, and whom a case can be assigned to. */
export function useCaseAssignments(): Readonly<{
  operators: readonly Operator[]
  assignees: ReadonlyMap<string, Operator>
}> {
  const { data } = useQuery({
    queryKey: ['operator', 'case-assignments'],
    queryFn: ({ signal }) => call('GET /operator/cases/assignments', {}, { signal }),
  })
  return useMemo(
    () => ({
      operators: data?.operators ?? [],
      assignees: new Map(data?.assignments.map(({ case: id, operator }) => [id, operator])),
    }),
    [data],
  )
}

/** Renders who sees to a case, to be changed. */
export function CaseAssignee({ caseId }: { caseId: string }) {
  const assignee = useCaseAssignments().assignees.get(caseId)
  return (
    <Panel title="Assigned to">
      <AssigneeSelect cases={[caseId]} value={assignee?.id ?? ''} />
    </Panel>
  )
}

/** Renders the choice of an operator for cases; choosing one assigns them at once. */
export function AssigneeSelect(props: {
  cases: string[]
  /** The operator that is chosen; empty is nobody, undefined is several. */
  value: string | undefined
  onAssigned?: () => void
}) {
  const { cases, value, onAssigned } = props
  const { operators, assignees } = useCaseAssignments()
  const { isBusy, perform } = useOperatorAction()
  const canWrite = useOperatorRoles().can('cases:write')
  const current = cases.length === 1 ? assignees.get(cases[0] ?? '') : undefined
  const isListed = current === undefined || operators.some(({ id }) => id === current.id)

  async function assign(to: string): Promise<void> {
    const body = { cases, to: to === '' ? null : to }
    if (await perform(() => call('POST /operator/cases/assign', { body }))) onAssigned?.()
  }

  return (
    <Select
      label="Assigned to"
      hideLabel
      disabled={isBusy || !canWrite}
      value={value ?? 'several'}
      onChange={({ target }) => void assign(target.value)}
    >
      {value === undefined && (
        <option value="several" disabled>
          Assign to …
        </option>
      )}
      <option value="">Nobody</option>
      {!isListed && <option value={current.id}>{current.name}</option>}
      {operators.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
