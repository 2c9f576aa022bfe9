import { PartCase } from './case/part-case.tsx'
import { type ActingOn, PartActions } from './part-actions.tsx'
import { PartStory } from './part-story.tsx'

/** What the shopper can do about a supplier's part, and what has happened to it so far. */
export function PartLife({ purchaseId, part, onChanged }: ActingOn) {
  return (
    <>
      <PartActions purchaseId={purchaseId} part={part} onChanged={onChanged} />
      <PartCase purchaseId={purchaseId} part={part} onChanged={onChanged} />
      {part.story.length > 1 && <PartStory story={part.story} supplier={part.supplier} />}
    </>
  )
}
