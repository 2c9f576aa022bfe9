import { useState } from 'react'
import type { CaseEntryData, CasePictureData } from '#features/sales/cases/contract.ts'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { Button } from '#web/ui/button.tsx'
import { PictureView } from '#web/shared/chat/pictures/picture-view.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import type { CaseViewProps } from './case-view.tsx'
import { entryTitle } from './case-messages.ts'
import { call, explainError } from '#web/app/calls/api.ts'

/**
 * Renders the entries of a case, oldest first, with photos. The newest entries are loaded first, earlier ones on
 * request.
 */
export function CaseEntries(props: Pick<CaseViewProps, 'purchaseId' | 'found'>) {
  const { id, supplier } = props.found
  const { shown, earlier, arrived, isBusy, problem, showEarlier } = useEntries(props)
  const [open, setOpen] = useState<CasePictureData>()
  return (
    <>
      {earlier > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" variant="outline" busy={isBusy} onClick={() => void showEarlier()}>
            Show earlier
          </Button>
          <p className="text-xs text-ink-soft">{earlier} before these</p>
          <FormProblem message={problem} />
        </div>
      )}
      <ol aria-label="Messages so far" className="flex flex-col gap-4 border-l border-line-strong pl-4">
        {shown.map((entry) => (
          <CaseEntry
            key={`${entry.place} ${entry.place === arrived}`}
            entry={entry}
            supplier={supplier}
            isArrived={entry.place === arrived}
            onPicture={setOpen}
          />
        ))}
      </ol>
      {open && <PictureView key={id} picture={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

type EntryProps = Readonly<{
  entry: CaseEntryData
  supplier: string
  /** Whether it is the first of the requested entries: it gets the focus, as the button may have disappeared. */
  isArrived: boolean
  onPicture: (picture: CasePictureData) => void
}>

function CaseEntry({ entry, supplier, isArrived, onPicture }: EntryProps) {
  const title = useFocusOnMount<HTMLParagraphElement>(isArrived)
  return (
    <li className="text-sm">
      <p ref={title} tabIndex={isArrived ? -1 : undefined} className="font-medium wrap-anywhere">
        {entryTitle(entry, supplier)}
      </p>
      <p className="text-xs text-ink-soft">
        <LocalDate iso={entry.at} />
      </p>
      {entry.text !== '' && <p className="mt-1 wrap-anywhere whitespace-pre-line">{entry.text}</p>}
      {entry.pictures.length > 0 && <EntryPictures pictures={entry.pictures} onPicture={onPicture} />}
    </li>
  )
}

type PicturesProps = Readonly<{
  pictures: CaseEntryData['pictures']
  onPicture: EntryProps['onPicture']
}>

function EntryPictures({ pictures, onPicture }: PicturesProps) {
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {pictures.map((picture, place) => (
        <li key={picture.id}>
          <button
            type="button"
            aria-label={`Show photo ${place + 1} of ${pictures.length} in full`}
            onClick={() => onPicture(picture)}
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
  )
}

/** The visible entries of a case, and the loading of earlier ones. */
type Entries = Readonly<{
  shown: readonly CaseEntryData[]
  /** The number of entries before the visible ones. */
  earlier: number
  /** The index of the first entry that was loaded last. */
  arrived: number | undefined
  isBusy: boolean
  problem: string | undefined
  showEarlier(): Promise<void>
}>

/** Returns the newest entries of a case, and earlier ones that were requested. */
function useEntries({ purchaseId, found }: Pick<CaseViewProps, 'purchaseId' | 'found'>): Entries {
  const [read, setRead] = useState<readonly CaseEntryData[]>([])
  const [arrived, setArrived] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const visibleEntries = mergeEntries(read, found.entries)
  const earliestPlace = visibleEntries[0]?.place ?? 1

  async function loadEarlier(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const params = { purchase: purchaseId, id: found.id }
      const path = 'GET /orders/{purchase}/cases/{id}/entries'
      const { entries } = await call(path, { params, query: { before: earliestPlace } })
      setRead([...entries, ...visibleEntries])
      setArrived(entries[0]?.place)
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t load the earlier messages. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return {
    shown: visibleEntries,
    earlier: earliestPlace - 1,
    arrived,
    isBusy,
    problem,
    showEarlier: loadEarlier,
  }
}

/**
 * Merges earlier entries of a case with its newest ones. Earlier entries are omitted when there is a gap between the
 * two.
 */
export function mergeEntries(
  loaded: readonly CaseEntryData[],
  newest: readonly CaseEntryData[],
): readonly CaseEntryData[] {
  const from = newest[0]?.place ?? 1
  const earlierEntries = loaded.filter(({ place }) => place < from)
  return earlierEntries.at(-1)?.place === from - 1 ? [...earlierEntries, ...newest] : newest
}
