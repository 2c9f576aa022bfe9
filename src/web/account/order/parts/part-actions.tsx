import { useState } from 'react'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { call, messageOf } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnce } from '../../shell/use-focus-once.ts'

type Part = TrackedOrderData['supplierOrders'][number]
/** A case has a form of its own. */
type Action = Exclude<Part['actions'][number], 'open_case'>

/** Which part of which purchase is acted on, and who is told when it has changed. */
export type ActingOn = Readonly<{ purchaseId: string; part: Part; onChanged: () => void }>

/** Whether an order is sent or collected. */
export type Method = TrackedOrderData['shippingMethod']

/** What the shopper may do about a supplier's part as it stands: each asks once more before it does it. */
export function PartActions({
  purchaseId,
  part,
  method,
  onChanged,
}: ActingOn & Readonly<{ method: Method }>) {
  const wordsOf = (action: Action) => (action === 'deliver' ? RECEIVING[method] : WORDS[action])
  const [asking, setAsking] = useState<Action>()
  const actions = part.actions.filter((action) => action !== 'open_case')
  if (actions.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4 md:px-7 print:hidden">
      {asking !== undefined && actions.includes(asking) ? (
        <Question
          purchaseId={purchaseId}
          part={part}
          action={asking}
          words={wordsOf(asking)}
          onChanged={() => {
            setAsking(undefined)
            onChanged()
          }}
          onLeave={() => setAsking(undefined)}
        />
      ) : (
        actions.map((action) => (
          <Button
            key={action}
            size="sm"
            look={action === 'deliver' ? 'primary' : 'outline'}
            aria-label={`${wordsOf(action).button}: the pieces from ${part.supplier}`}
            onClick={() => setAsking(action)}
          >
            {wordsOf(action).button}
          </Button>
        ))
      )}
    </div>
  )
}

function Question({
  purchaseId,
  part,
  action,
  words,
  onChanged,
  onLeave,
}: ActingOn & { action: Action; words: Words; onLeave: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const yes = useFocusOnce<HTMLButtonElement>()

  async function act(): Promise<void> {
    setIsBusy(true)
    try {
      toast.success(await send(action, { purchase: purchaseId, id: part.id }))
      onChanged()
    } catch (error) {
      toast.error(messageOf(error, 'That did not work. Please try again in a moment.'))
      setIsBusy(false)
    }
  }

  return (
    <>
      <p role="status" className="basis-full text-sm">
        {words.question}
      </p>
      <Button ref={yes} size="sm" busy={isBusy} onClick={() => void act()}>
        {words.yes}
      </Button>
      <Button size="sm" look="quiet" onClick={onLeave}>
        {words.no}
      </Button>
    </>
  )
}

async function send(action: Action, params: { purchase: string; id: string }): Promise<string> {
  switch (action) {
    case 'cancel':
    case 'ask_cancel':
      return (await call('POST /orders/{purchase}/parts/{id}/cancel', { params, body: {} })).message
    case 'keep':
      return (await call('POST /orders/{purchase}/parts/{id}/keep', { params })).message
    case 'deliver':
      return (await call('POST /orders/{purchase}/parts/{id}/received', { params })).message
  }
}

type Words = Readonly<{ button: string; question: string; yes: string; no: string }>

const WORDS: Readonly<Record<Exclude<Action, 'deliver'>, Words>> = {
  cancel: {
    button: 'Cancel these pieces',
    question: 'Cancel them? What you paid for them goes back the way you paid.',
    yes: 'Yes, cancel',
    no: 'Keep them',
  },
  ask_cancel: {
    button: 'Ask to cancel',
    question:
      'The supplier has begun with your pieces and has to agree. You hear within 24 hours. Ask to cancel what was not sent yet?',
    yes: 'Yes, ask',
    no: 'Leave it',
  },
  keep: {
    button: 'Do not cancel after all',
    question: 'Take your wish to cancel back? The order goes on.',
    yes: 'Yes, go on',
    no: 'Leave it',
  },
}

const RECEIVING: Readonly<Record<Method, Words>> = {
  ship: {
    button: 'I have received it',
    question: 'Have all parcels of this supplier arrived?',
    yes: 'Yes, all are here',
    no: 'Not yet',
  },
  pickup: {
    button: 'I have collected it',
    question: 'Have you collected all pieces of this supplier?',
    yes: 'Yes, I have them',
    no: 'Not yet',
  },
}
