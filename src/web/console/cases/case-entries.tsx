import { useState } from 'react'
import type { CaseData, CaseEntryData } from '#features/sales/cases/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { type CaseReader, entryTitle } from './case-texts.ts'

type CaseConversation = Pick<CaseData, 'id' | 'entries' | 'earlier'>

/** Renders the entries of a case, oldest first; earlier ones are loaded on request. */
export function CaseEntries({ found, reader }: { found: CaseConversation; reader: CaseReader }) {
  const [isBusy, setIsBusy] = useState(false)
  const [loaded, setLoaded] = useState<CaseConversation>()
  const { entries, earlier } = loaded?.id === found.id ? addLatest(loaded, found) : found

  async function loadEarlier(): Promise<void> {
    setIsBusy(true)
    try {
      const page = await call('GET /cases/{id}/entries', {
        params: { id: found.id },
        query: { before: entries[0]?.place ?? 1 },
      })
      setLoaded({ id: found.id, entries: [...page.entries, ...entries], earlier: page.earlier })
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t load the earlier messages. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return (
    <>
      {earlier > 0 && (
        <Action isSmall busy={isBusy} onClick={() => void loadEarlier()} className="mb-3">
          Show earlier
        </Action>
      )}
      <ol aria-label="Messages so far" className="flex flex-col gap-4">
        {entries.map((entry) => (
          <CaseEntry key={entry.place} entry={entry} reader={reader} />
        ))}
      </ol>
    </>
  )
}

/** Returns loaded entries with the latest ones, which are loaded again every minute. */
function addLatest(loaded: CaseConversation, latest: CaseConversation): CaseConversation {
  const places = new Set(latest.entries.map(({ place }) => place))
  return {
    ...loaded,
    entries: [...loaded.entries.filter(({ place }) => !places.has(place)), ...latest.entries],
  }
}

function CaseEntry({ entry, reader }: { entry: CaseEntryData; reader: CaseReader }) {
  const isOwn = entry.side === reader
  return (
    <li className={`border-s-2 ps-3 text-sm ${isOwn ? 'border-accent' : 'border-line-strong'}`}>
      <div className="flex flex-wrap justify-between gap-x-3">
        <p className="font-semibold">{entryTitle(entry, reader)}</p>
        <time dateTime={entry.at} className="text-xs text-ink-soft">
          {formatDateTime(entry.at)}
        </time>
      </div>
      {entry.isErased && <p className="text-ink-soft">Removed because the account was closed.</p>}
      {entry.text !== '' && <p className="mt-1 wrap-anywhere whitespace-pre-line">{entry.text}</p>}
      {entry.pictures.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {entry.pictures.map(({ id, url, smallUrl }, index) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <img
                  src={smallUrl}
                  alt={`View ${index + 1} in full, in a new tab`}
                  width={80}
                  height={80}
                  loading="lazy"
                  className="size-20 rounded-sm bg-stone object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Renders the items that a case is about. */
export function CaseItems({ lines }: Pick<CaseData, 'lines'>) {
  return (
    <ul className="mt-2 text-sm text-ink-soft">
      {lines.length === 0 ? (
        <li>The whole order</li>
      ) : (
        lines.map(({ line, title, quantity }) => (
          <li key={line}>
            {quantity} × {title}
          </li>
        ))
      )}
    </ul>
  )
}
