import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import { CaseActionForm } from './case-action-form.tsx'
import { type BuyerAction, BUYER_ACTIONS, actionTexts } from './action-messages.ts'
import type { CaseViewProps } from './case-view.tsx'

/** Renders the buyer's possible actions in a case. Each has a confirmation with the fields that it needs. */
export function CaseActions(props: CaseViewProps) {
  const { found } = props
  const [doing, setDoing] = useState<BuyerAction>()
  const [left, setLeft] = useState<BuyerAction>()
  const possible = BUYER_ACTIONS.filter((action) => found.actions.includes(action))
  if (possible.length === 0) return null
  if (doing !== undefined && possible.includes(doing)) {
    return (
      <CaseActionForm
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
      {possible.map((action) => (
        <CaseActionButton
          key={action}
          act={action}
          texts={actionTexts(action, found)}
          isBack={action === left}
          onPress={() => setDoing(action)}
        />
      ))}
    </div>
  )
}

function CaseActionButton(props: {
  act: BuyerAction
  texts: ReturnType<typeof actionTexts>
  /** Whether it gets the focus back, because its form was closed. */
  isBack: boolean
  onPress: () => void
}) {
  const { act, texts, isBack, onPress } = props
  const button = useFocusOnMount<HTMLButtonElement>(isBack)
  const isFirst = act === 'accept' || act === 'send_back'
  return (
    <Button ref={button} size="sm" variant={isFirst ? 'primary' : 'outline'} onClick={onPress}>
      {texts.button}
    </Button>
  )
}
