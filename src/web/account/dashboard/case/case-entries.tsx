import { useState } from 'react'
import type { CaseData, CasePictureData } from '#features/cases/contract.ts'
import { LocalDate } from '#web/parts/local-date.tsx'
import { PictureView } from '../../chat/picture-view.tsx'
import { entryTitle } from './case-words.ts'

/** All that was said and done in a case, oldest first, with its photos. */
export function CaseEntries({ found: { id, entries, supplier } }: { found: CaseData }) {
  const [open, setOpen] = useState<CasePictureData>()
  return (
    <>
      <ol aria-label="What was said so far" className="flex flex-col gap-4 border-l border-line-strong pl-4">
        {entries.map((entry) => (
          <li key={`${entry.at} ${entry.event} ${entry.pictures.length}`} className="text-sm">
            <p className="font-medium wrap-anywhere">{entryTitle(entry, supplier)}</p>
            <p className="text-xs text-ink-soft">
              <LocalDate iso={entry.at} />
            </p>
            {entry.text !== '' && <p className="mt-1 wrap-anywhere whitespace-pre-line">{entry.text}</p>}
            {entry.pictures.length > 0 && (
              <ul className="mt-2 flex flex-wrap gap-2">
                {entry.pictures.map((picture, place) => (
                  <li key={picture.id}>
                    <button
                      type="button"
                      aria-label={`Show photo ${place + 1} of ${entry.pictures.length} in full`}
                      onClick={() => setOpen(picture)}
                      className="block overflow-hidden rounded-md bg-stone"
                    >
                      <img
                        src={picture.smallUrl}
                        alt=""
                        width={80}
                        height={80}
                        loading="lazy"
                        decoding="async"
                        className="size-20 object-cover"
                      />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {open && <PictureView key={id} picture={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
