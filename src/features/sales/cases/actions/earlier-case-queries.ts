import { queryPrepared, type Queryable } from '#database/database.ts'

/** A case of an order that is over, as a further one looks at it; without lines it was about all of it. */
export type EarlierCase = Readonly<{
  reason: string
  /** Whether it ended as was agreed, ruled or let stand. */
  isSettled: boolean
  /** Whether something was agreed on in it, or the operator was asked. */
  isDecided: boolean
  lines: readonly Readonly<{ lineId: number; quantity: number }>[]
}>

/** The cases of an order by its key, oldest first. */
export async function listEarlierCases(db: Queryable, orderId: number): Promise<EarlierCase[]> {
  return queryPrepared<EarlierCase>(db, LIST_EARLIER_CASES, [orderId])
}

// Goods that were not sent back in time are no settlement: they may have come back without a word.
const LIST_EARLIER_CASES = {
  name: 'cases_list_earlier',
  text: `
    select c.reason,
      c.outcome in ('refunded', 'not_refunded') and not exists (
        select from case_entries e where e.case_id = c.id and e.event = 'lapse') as "isSettled",
      c.is_follow_up or c.agreed_by is not null or exists (
        select from case_entries e where e.case_id = c.id and e.event = 'escalate') as "isDecided",
      coalesce((
        select json_agg(json_build_object('lineId', l.supplier_order_line_id, 'quantity', l.quantity))
        from case_lines l where l.case_id = c.id), '[]') as lines
    from cases c where c.supplier_order_id = $1 and c.state = 'closed' order by c.id`,
}
