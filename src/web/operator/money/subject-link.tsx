import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import {
  accountAddress,
  caseAddress,
  OPERATOR,
  orderAddress,
  payoutAddress,
  supplierAddress,
} from '../console/addresses.ts'

type Subject = Readonly<{ label: string; toHref: (id: string) => string }>

/** The pages of the subjects of balances, by the prefix of the id. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  ord: { label: 'Open order', toHref: orderAddress },
  pur: { label: 'Find order', toHref: (id) => toAddress(OPERATOR.orders, { search: id }) },
  po: { label: 'Open payout', toHref: payoutAddress },
  cas: { label: 'Open case', toHref: caseAddress },
  usr: { label: 'Open account', toHref: accountAddress },
  sup: { label: 'Open supplier', toHref: supplierAddress },
}

/** Renders a link from a balance of the ledger to the page of its subject, if any. */
export function SubjectLink({ subledger }: { subledger: string }) {
  // The last id is the most specific one: in `sup_…/ord_…` it is the order.
  const found = subledger
    .split('/')
    .toReversed()
    .map((id) => ({ id, subject: SUBJECTS[id.split('_')[0] ?? ''] }))
    .find(({ subject }) => subject !== undefined)
  if (!found?.subject) return null
  return (
    <Link
      href={found.subject.toHref(found.id)}
      className="inline-flex min-h-6 items-center text-xs whitespace-nowrap text-ink-soft underline"
    >
      {found.subject.label}
    </Link>
  )
}
