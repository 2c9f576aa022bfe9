import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outboxReducer, nextToSend } from './outbox.ts'
import type { Outbox, OutboxEvent } from './outbox.ts'

/** The outcome of sending a message: it arrives, its answer is lost, it is lost, or it is rejected. */
const DELIVERY_OUTCOME = fc.constantFrom('arrives', 'unanswered', 'lost', 'refused')
const STEP_ARBITRARY = fc.oneof(
  fc.record({ do: fc.constant('write' as const), conversation: fc.constantFrom('a', 'b') }),
  fc.record({ do: fc.constant('send' as const), fate: DELIVERY_OUTCOME }),
  fc.record({ do: fc.constantFrom('reload' as const, 'reach' as const) }),
)

test('each message arrives exactly once and in order within its conversation, whatever fails', () => {
  fc.assert(
    fc.property(fc.array(STEP_ARBITRARY, { maxLength: 60 }), (steps) => {
      const world = newWorld()
      for (const step of steps) {
        if (step.do === 'write') world.write(step.conversation)
        if (step.do === 'send') world.send(step.fate)
        if (step.do === 'reload') world.reload()
        if (step.do === 'reach') world.happen({ type: 'reached' })
      }
      const refused = world.refused()
      world.reload()
      world.happen({ type: 'reached' })
      while (nextToSend(world.outbox())) world.send('arrives')

      for (const conversation of ['a', 'b']) {
        const expected = world.written.filter(
          (one) => one.conversationId === conversation && !refused.has(one.clientId),
        )
        const arrived = world.arrived.filter((one) => one.conversationId === conversation)
        expect(arrived.map(({ clientId }) => clientId)).toEqual(expected.map(({ clientId }) => clientId))
      }
      expect(world.outbox().map(({ clientId }) => clientId)).toEqual([...refused])
    }),
  )
})

test('a lost message blocks only its own conversation, and a rejected one blocks none', () => {
  let outbox = ['a1', 'a2', 'b1'].reduce<Outbox<null>>(
    (all, clientId) => outboxReducer(all, writtenEvent(clientId)),
    [],
  )
  outbox = [
    { type: 'begun' as const, clientId: 'a1' },
    { type: 'lost' as const, clientId: 'a1' },
  ].reduce(outboxReducer<null>, outbox)
  expect(nextToSend(outbox)?.clientId).toBe('b1')
  outbox = outboxReducer(outbox, { type: 'retried', clientId: 'a1' })
  expect(nextToSend(outbox)?.clientId).toBe('a1')
  outbox = outboxReducer(outboxReducer(outbox, { type: 'begun', clientId: 'a1' }), {
    type: 'refused',
    clientId: 'a1',
    problem: 'No.',
  })
  expect(nextToSend(outbox)?.clientId).toBe('a2')
  expect(outbox[0]).toMatchObject({ state: 'refused', problem: 'No.' })
  expect(
    outboxReducer(outbox, { type: 'discarded', clientId: 'a1' }).map(({ clientId }) => clientId),
  ).toEqual(['a2', 'b1'])
})

test('sends one message at a time, and accepts the same message only once', () => {
  const outbox = outboxReducer(outboxReducer<null>([], writtenEvent('a1')), writtenEvent('a2'))
  expect(nextToSend(outboxReducer(outbox, { type: 'begun', clientId: 'a1' }))).toBeUndefined()
  expect(outboxReducer(outbox, writtenEvent('a1'))).toBe(outbox)
})

function writtenEvent(clientId: string): OutboxEvent<null> {
  return {
    type: 'written',
    message: { clientId, conversationId: clientId.slice(0, 1), content: null, writtenAt: 0 },
  }
}

type SentMessage = Readonly<{ clientId: string; conversationId: string }>

/** A page, and a shop that stores each client id once. */
function newWorld() {
  let outbox: Outbox<null> = []
  const all: SentMessage[] = []
  const arrived: SentMessage[] = []
  const happen = (event: OutboxEvent<null>): void => void (outbox = outboxReducer(outbox, event))
  return {
    written: all,
    arrived,
    outbox: () => outbox,
    happen,
    refused: () => new Set(outbox.filter(({ state }) => state === 'refused').map(({ clientId }) => clientId)),
    reload: () => void (outbox = outboxReducer<null>([], { type: 'restored', messages: outbox })),
    write(conversationId: string) {
      const message = {
        clientId: `${conversationId}${all.length}`,
        conversationId,
        content: null,
        writtenAt: 0,
      }
      all.push(message)
      happen({ type: 'written', message })
    },
    send(outcome: string) {
      const next = nextToSend(outbox)
      if (!next) return
      const { clientId } = next
      const isStored = arrived.some((one) => one.clientId === clientId)
      happen({ type: 'begun', clientId })
      // The shop does not reject a message that it has stored.
      if (outcome === 'refused' && !isStored) return happen({ type: 'refused', clientId, problem: 'No.' })
      if (outcome !== 'lost' && outcome !== 'refused' && !isStored) arrived.push(next)
      happen({ type: outcome === 'arrives' ? 'sent' : 'lost', clientId })
    },
  }
}
