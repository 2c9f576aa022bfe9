import { z } from '@hono/zod-openapi'

/** The most characters of a message. */
export const MAX_MESSAGE_LENGTH = 5000

/** The most pictures of one message. */
export const MAX_MESSAGE_PICTURES = 4

/** The widths in which a picture is served, in pixels; smaller originals are not enlarged. */
export const PICTURE_WIDTHS = [480, 1600] as const

/** A picture of a message. Anyone who knows its address may see it: it has 128 random bits, and only the two parties get it. */
export const ChatPicture = z
  .object({
    id: z.string(),
    /** At most 1600 pixels wide. */
    url: z.string(),
    /** At most 480 pixels wide. */
    smallUrl: z.string(),
    width: z.number(),
    height: z.number(),
  })
  .openapi('ChatPicture')

/** The product that a message is about, in its current state; `isListed` says whether it has a page. */
const ProductCard = z.object({
  kind: z.literal('product'),
  id: z.string(),
  name: z.string(),
  price: z.number(),
  offerPrice: z.number().nullable(),
  image: z.string().nullable(),
  isListed: z.boolean(),
})

/** The supplier order that a message is about, in its current state. `id` grants no access. */
const OrderCard = z.object({
  kind: z.literal('order'),
  id: z.string(),
  number: z.string(),
  state: z.string(),
  placedAt: z.string(),
  total: z.number(),
  currency: z.string(),
  products: z.array(z.object({ name: z.string(), quantity: z.number(), image: z.string().nullable() })),
})

/** The subject of a message, shown as a card beside it. */
export const AboutCard = z.discriminatedUnion('kind', [ProductCard, OrderCard]).openapi('AboutCard')

/** A message. `number` counts from 1 within its conversation, without gaps; `clientId` is sent to its sender only. */
export const ChatMessage = z
  .object({
    id: z.string(),
    number: z.number(),
    sender: z.enum(['me', 'other']),
    /** Plain text with line breaks; never HTML. Empty when there are only pictures or a card, and when it was erased. */
    content: z.string(),
    pictures: z.array(ChatPicture),
    about: AboutCard.nullable(),
    createdAt: z.string(),
    clientId: z.string().nullable(),
    /** Whether the text was erased because the sender closed the account. */
    isErased: z.boolean(),
    /** Whether an operator has removed it; its text is no longer shown. */
    isRemoved: z.boolean(),
  })
  .openapi('ChatMessage')

/** A conversation as its row shows it. `name`, `email` and `avatar` are the other party's. */
export const Conversation = z
  .object({
    id: z.string(),
    name: z.string(),
    /** A supplier's public contact address in full; any other address masked, such as `v•••@example.com`. */
    email: z.string().nullable(),
    avatar: z.string().nullable(),
    /** The side of the other party: a store, or an account that writes to the reader's store. */
    other: z.enum(['store', 'customer']),
    /** The store of the conversation, on either side. */
    store: z.object({ id: z.string(), name: z.string() }),
    /** The last message as one line of at most 140 characters; empty when there is none. */
    lastMessage: z.string(),
    lastSender: z.enum(['me', 'other']).nullable(),
    /** When the last message was sent, or the conversation was opened; the order "Newest" sorts by it. */
    lastAt: z.string(),
    /** The number of the last message; 0 when there is none. */
    lastNumber: z.number(),
    /** How many messages of the other party the reader has not read. */
    unread: z.number(),
    readUpTo: z.number(),
    otherReadUpTo: z.number(),
    isBlockedByMe: z.boolean(),
    /** Whether messages are accepted: false if either side has blocked the other, or the other party is gone. */
    canWrite: z.boolean(),
    /** How the other party receives messages: `mail` for a store without an account. */
    answersBy: z.enum(['chat', 'mail']),
    /** An excerpt of the newest message that a search found; null if it found the name, or without a search. */
    found: z.string().nullable(),
  })
  .openapi('ChatConversation')

/** The stream's events by name. Those with an id are sent again after a reconnect, in order and once. */
export const ChatEvents = {
  /** With an id. A new message of either party, sent from any tab; `unread` is that conversation's count. */
  message: z.object({ conversation: z.string(), unread: z.number(), message: ChatMessage }),
  /** With an id. A party read up to a message: the reader in another tab, or the other party. */
  read: z.object({
    conversation: z.string(),
    by: z.enum(['me', 'other']),
    upTo: z.number(),
    unread: z.number(),
  }),
  /** With an id. A conversation is new to the reader, or was blocked or unblocked. It precedes its first message. */
  conversation: z.object({ conversation: Conversation }),
  /** The number of unread messages; sent first on every connection, and after every change. */
  unread: z.object({ unread: z.number() }),
  /** The other party is typing; valid for five seconds. */
  typing: z.object({ conversation: z.string() }),
  /** With an id. Too many events were missed: reload everything. */
  reset: z.object({}),
  /** The stream ends for good, because the session ended or the page read too slowly. The connection closes. */
  end: z.object({ reason: z.enum(['signed_out', 'too_slow']) }),
}
