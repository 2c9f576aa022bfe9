/**
 * A message to be sent: `waiting`, `sending`, `lost` or `refused`. `lost` did not reach the server and is sent again
 * automatically; `problem` is the reason of `refused`. `clientId` is the same in every attempt, so that the server
 * stores the message once.
 */
export type OutgoingMessage<Content> = Readonly<{
  clientId: string
  conversationId: string
  content: Content
  /** The time of writing, in epoch milliseconds. */
  writtenAt: number
  state: 'waiting' | 'sending' | 'lost' | 'refused'
  problem?: string
}>

/** All unsent messages, in the order of writing. */
export type Outbox<Content> = readonly OutgoingMessage<Content>[]

/** The events of the outbox. */
export type OutboxEvent<Content> =
  | Readonly<{ type: 'written'; message: Omit<OutgoingMessage<Content>, 'state' | 'problem'> }>
  | Readonly<{ type: 'restored'; messages: Outbox<Content> }>
  | Readonly<{ type: 'begun' | 'sent' | 'lost' | 'retried' | 'discarded'; clientId: string }>
  | Readonly<{ type: 'refused'; clientId: string; problem: string }>
  | Readonly<{ type: 'reached' }>

/**
 * Returns the outbox after an event. Events about unknown messages, or about messages in another state, change
 * nothing.
 */
export function outboxReducer<Content>(
  outbox: Outbox<Content>,
  event: OutboxEvent<Content>,
): Outbox<Content> {
  switch (event.type) {
    case 'written':
      return hasMessage(outbox, event.message.clientId)
        ? outbox
        : [...outbox, { ...event.message, state: 'waiting' }]
    case 'restored':
      return [
        // Whether a message in `sending` arrived is unknown: it is sent again, with the same client id.
        ...event.messages
          .filter(({ clientId }) => !hasMessage(outbox, clientId))
          .map((message) => (message.state === 'sending' ? setMessageState(message, 'waiting') : message)),
        ...outbox,
      ]
    case 'begun':
      return updateMessage(outbox, event.clientId, (message) =>
        message.state === 'waiting' ? setMessageState(message, 'sending') : message,
      )
    case 'lost':
      return updateMessage(outbox, event.clientId, (message) =>
        message.state === 'sending' ? setMessageState(message, 'lost') : message,
      )
    case 'refused':
      return updateMessage(outbox, event.clientId, (message) =>
        message.state === 'sending' ? { ...message, state: 'refused', problem: event.problem } : message,
      )
    case 'retried':
      return updateMessage(outbox, event.clientId, (message) =>
        message.state === 'sending' ? message : setMessageState(message, 'waiting'),
      )
    case 'reached':
      return outbox.some(({ state }) => state === 'lost')
        ? outbox.map((message) => (message.state === 'lost' ? setMessageState(message, 'waiting') : message))
        : outbox
    case 'sent':
    case 'discarded':
      return hasMessage(outbox, event.clientId)
        ? outbox.filter(({ clientId }) => clientId !== event.clientId)
        : outbox
  }
}

/**
 * Returns the next message to send; undefined while one is being sent. A lost message delays later ones of the same
 * conversation, which preserves the order; a refused one does not.
 */
export function nextToSend<Content>(outbox: Outbox<Content>): OutgoingMessage<Content> | undefined {
  if (outbox.some(({ state }) => state === 'sending')) return undefined
  const blockedConversations = new Set(
    outbox.filter(({ state }) => state === 'lost').map((message) => message.conversationId),
  )
  return outbox.find(
    ({ state, conversationId }) =>
      state === 'waiting' && !isBlocked(blockedConversations, outbox, conversationId),
  )
}

function isBlocked<Content>(
  blockedConversations: ReadonlySet<string>,
  outbox: Outbox<Content>,
  conversationId: string,
): boolean {
  if (!blockedConversations.has(conversationId)) return false
  const first = outbox.find(
    (message) => message.conversationId === conversationId && message.state !== 'refused',
  )
  return first?.state === 'lost'
}

function hasMessage<Content>(outbox: Outbox<Content>, clientId: string): boolean {
  return outbox.some((message) => message.clientId === clientId)
}

function updateMessage<Content>(
  outbox: Outbox<Content>,
  clientId: string,
  change: (message: OutgoingMessage<Content>) => OutgoingMessage<Content>,
): Outbox<Content> {
  return outbox.map((message) => (message.clientId === clientId ? change(message) : message))
}

function setMessageState<Content>(
  message: OutgoingMessage<Content>,
  state: 'waiting' | 'sending' | 'lost',
): OutgoingMessage<Content> {
  const { clientId, conversationId, content, writtenAt } = message
  return { clientId, conversationId, content, writtenAt, state }
}
