import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnce } from '../shell/use-focus-once.ts'
import { ActForm } from './act-form.tsx'
import { type BuyersAct, BUYERS_ACTS, actWords } from './action-messages.ts'
import type { ShownCase } from './case-view.tsx'

/** What the buyer can do in a case as it stands: each asks once more, with what belongs to it, before it does it. */
export function CaseActions(props: ShownCase) {
  const { found } = props
  const [doing, setDoing] = useState<BuyersAct>()
  const [left, setLeft] = useState<BuyersAct>()
  const possible = BUYERS_ACTS.filter((act) => found.actions.includes(act))
  if (possible.length === 0) return null
  if (doing !== undefined && possible.includes(doing)) {
    return (
      <ActForm
        {...props}
        key={doing}
        act={doing}
        onChanged={(changed) => {
          setDoing(undefined)
          setLeft(undefined)
          props.onChanged(changed)
        }}
        onLeave={() => {
          setDoing(undefined)
          setLeft(doing)
        }}
      />
    )
  }
  return (
    <div role="group" aria-label="What you can do" className="flex flex-wrap gap-3">
      {possible.map((act) => (
        <ActButton
          key={act}
          act={act}
          words={actWords(act, found)}
          isBack={act === left}
          onPress={() => setDoing(act)}
        />
      ))}
    </div>
  )
}

function ActButton(props: {
  act: BuyersAct
  words: ReturnType<typeof actWords>
  /** Whoever leaves a question is back where it was asked. */
  isBack: boolean
  onPress: () => void
}) {
  const { act, words, isBack, onPress } = props
  const button = useFocusOnce<HTMLButtonElement>(isBack)
  const isFirst = act === 'accept' || act === 'send_back'
  return (
    <Button ref={button} size="sm" look={isFirst ? 'primary' : 'outline'} onClick={onPress}>
      {words.button}
    </Button>
  )
}
