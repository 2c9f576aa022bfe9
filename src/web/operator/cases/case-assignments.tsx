import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Select } from '#web/ui/field.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { useOperatorRoles } from '../console/operator-roles.tsx'

type Operator = AnswerTo<'GET /operator/cases/assignments'>['operators'][number]

/** Returns the assignees of open cases, by case id, and the operators that can be assigned. */
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

/** Renders the assignee of a case, with a select to change it. */
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
  /** The selected operator; empty for none, undefined for several. */
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
      <option value="">Unassigned</option>
      {!isListed && <option value={current.id}>{current.name}</option>}
      {operators.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
