/**
 * A message to be sent: `waiting`, `sending`, `lost` or `refused`. `lost` could not reach the shop and is sent
 * again automatically; the reason of `refused` is in `problem`. `clientId` is the same at every attempt, so that
 * the shop keeps the message once.
 */
export type OutgoingMessage<Content> = Readonly<{
  clientId: string
  conversationId: string
  content: Content
  /** When it was written, in epoch milliseconds. */
  writtenAt: number
  state: 'waiting' | 'sending' | 'lost' | 'refused'
  problem?: string
}>

/** Everything that is not sent yet, in the order in which it was written. */
export type Outbox<Content> = readonly OutgoingMessage<Content>[]

/** The events of the outbox. */
export type OutboxEvent<Content> =
  | Readonly<{ type: 'written'; message: Omit<OutgoingMessage<Content>, 'state' | 'problem'> }>
  | Readonly<{ type: 'restored'; messages: Outbox<Content> }>
  | Readonly<{ type: 'begun' | 'sent' | 'lost' | 'retried' | 'discarded'; clientId: string }>
  | Readonly<{ type: 'refused'; clientId: string; problem: string }>
  | Readonly<{ type: 'reached' }>

/**
 * Returns the outbox after an event. Events about messages that are not there, or not in that state, change
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
        // Whether what was being sent arrived is not known: it is sent again, under the same client id.
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
 * Returns the next message to send; undefined while one is being sent. What is lost holds back what was written
 * after it in the same conversation, so that the order is kept; what was refused does not.
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
