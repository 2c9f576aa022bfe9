import { PartCase } from '../../case/part-case.tsx'
import { type ActingOn, type Method, PartActions } from './part-actions.tsx'
import { PartStory } from './part-timeline.tsx'

type Living = ActingOn & Readonly<{ method: Method }>

/** What the shopper can do about a supplier's part, and what has happened to it so far. */
export function PartLife({ purchaseId, part, method, onChanged }: Living) {
  return (
    <>
      <PartActions purchaseId={purchaseId} part={part} method={method} onChanged={onChanged} />
      <PartCase purchaseId={purchaseId} part={part} onChanged={onChanged} />
      {part.story.length > 1 && <PartStory story={part.story} supplier={part.supplier} method={method} />}
    </>
  )
}
