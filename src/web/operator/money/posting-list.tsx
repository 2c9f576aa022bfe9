import { formatMoney } from '#core/money.ts'
import type { WrittenPostingData } from '#features/money/ledger/contract.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../console/addresses.ts'

/** Postings with all their lines; each account leads to the postings behind its sub-ledger. */
export function PostingList({
  postings,
  isPreview = false,
}: {
  postings: readonly WrittenPostingData[]
  /** Whether they are not written yet, so that nothing can be looked up. */
  isPreview?: boolean
}) {
  return (
    <ol className="divide-y divide-line">
      {postings.map((posting) => (
        <li key={posting.key} className="px-4 py-3 text-sm">
          <div className="flex flex-wrap justify-between gap-x-4">
            <p className="font-semibold wrap-anywhere">{posting.memo}</p>
            {!isPreview && (
              <time dateTime={posting.postedAt} className="text-xs text-ink-soft">
                {formatDateTime(posting.postedAt)}
              </time>
            )}
          </div>
          {!isPreview && (
            <p className="text-xs wrap-anywhere text-ink-soft">
              <Link href={toAddress(OPERATOR.ledger, { kind: posting.kind })} className="text-link">
                {posting.kind}
              </Link>{' '}
              · {posting.key}
            </p>
          )}
          <div
            className="mt-2 overflow-x-auto"
            tabIndex={0}
            role="group"
            aria-label={`Lines: ${posting.memo}`}
          >
            <table className="console-table" aria-label={posting.memo}>
              <thead>
                <tr>
                  <th scope="col">Account</th>
                  <th scope="col">Sub-ledger</th>
                  <th scope="col" className="number">
                    Debit
                  </th>
                  <th scope="col" className="number">
                    Credit
                  </th>
                </tr>
              </thead>
              <tbody>
                {posting.lines.map((line) => (
                  <tr key={`${line.account} ${line.subledger} ${line.debit ?? 0} ${line.credit ?? 0}`}>
                    <td>
                      {isPreview ? (
                        line.title
                      ) : (
                        <Link
                          href={toAddress(OPERATOR.ledger, {
                            account: line.account,
                            currency: posting.currency,
                            subledger: line.subledger,
                          })}
                          className="text-link"
                        >
                          {line.title}
                        </Link>
                      )}
                    </td>
                    <td className="max-w-56 truncate text-xs text-ink-soft" title={line.subledger}>
                      {line.subledger}
                    </td>
                    <td className="number">
                      {line.debit === null ? '' : formatMoney(line.debit, posting.currency)}
                    </td>
                    <td className="number">
                      {line.credit === null ? '' : formatMoney(line.credit, posting.currency)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </li>
      ))}
    </ol>
  )
}
