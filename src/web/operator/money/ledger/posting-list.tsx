import { formatMinor } from '../format-minor.ts'
import type { WrittenPostingData } from '#features/money/ledger/contract.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import { SubjectLink } from '../subject-link.tsx'

type PostingProps = Readonly<{ posting: WrittenPostingData; isPreview: boolean }>

/** Renders postings with all their lines; with `isPreview` they are not stored yet and have no links. */
export function PostingList(props: { postings: readonly WrittenPostingData[]; isPreview?: boolean }) {
  const { postings, isPreview = false } = props
  return (
    <ol className="divide-y divide-line">
      {postings.map((posting) => (
        <li key={posting.key} className="px-4 py-3 text-sm">
          <PostingHead posting={posting} isPreview={isPreview} />
          <PostingLines posting={posting} isPreview={isPreview} />
        </li>
      ))}
    </ol>
  )
}

function PostingHead({ posting: { memo, kind, key, postedAt }, isPreview }: PostingProps) {
  if (isPreview) return <p className="font-semibold wrap-anywhere">{memo}</p>
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4">
        <p className="font-semibold wrap-anywhere">{memo}</p>
        <time dateTime={postedAt} className="text-xs text-ink-soft">
          {formatDateTime(postedAt)}
        </time>
      </div>
      <p className="text-xs wrap-anywhere text-ink-soft">
        <Link href={toAddress(OPERATOR.ledger, { kind })} className="text-link">
          {kind}
        </Link>{' '}
        · {key}
      </p>
    </>
  )
}

function PostingLines({ posting: { memo, lines, currency }, isPreview }: PostingProps) {
  return (
    <table className="console-table mt-2 table-fixed" aria-label={memo}>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col" className="number w-24 max-sm:w-20">
            Debit
          </th>
          <th scope="col" className="number w-24 max-sm:w-20">
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ account, title, subledger, debit, credit }) => (
          <tr key={`${account} ${subledger} ${debit ?? 0} ${credit ?? 0}`}>
            <td className="py-1.5 wrap-anywhere whitespace-normal">
              {isPreview ? (
                title
              ) : (
                <Link
                  href={toAddress(OPERATOR.ledger, { account, currency, subledger })}
                  className="text-link"
                >
                  {title}
                </Link>
              )}
              <span className={`block text-xs text-ink-soft ${isPreview ? 'max-sm:hidden' : ''}`}>
                {subledger}
              </span>
              {!isPreview && <SubjectLink subledger={subledger} />}
            </td>
            <td className="number">{debit === null ? '' : formatMinor(debit, currency)}</td>
            <td className="number">{credit === null ? '' : formatMinor(credit, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
