import { z } from '@hono/zod-openapi'

/** How long a message may be, in characters. */
export const MAX_MESSAGE_LENGTH = 5000

/** How many pictures one message may carry. */
export const MAX_MESSAGE_PICTURES = 4

/** The widths in which a picture is served; smaller ones fill them as they are. */
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

/** The product a message is about, as it is now; `isListed` says whether it has a page. */
const ProductCard = z.object({
  kind: z.literal('product'),
  id: z.string(),
  name: z.string(),
  price: z.number(),
  offerPrice: z.number().nullable(),
  image: z.string().nullable(),
  isListed: z.boolean(),
})

/** The store's part of a purchase that a message is about, as it is now. `id` opens nothing. */
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
    /** The sender has closed the account, and what was written went with it. */
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
    /** The other party: a store, or an account that writes to my store. */
    other: z.enum(['store', 'customer']),
    /** The store of the conversation, whichever side it is. */
    store: z.object({ id: z.string(), name: z.string() }),
    /** The last message as one line of at most 140 characters; empty when there is none. */
    lastMessage: z.string(),
    lastSender: z.enum(['me', 'other']).nullable(),
    /** When the last message came, or the conversation was opened: what Newest orders by. */
    lastAt: z.string(),
    /** The number of the last message; 0 when there is none. */
    lastNumber: z.number(),
    /** How many messages of the other party I have not read. */
    unread: z.number(),
    readUpTo: z.number(),
    otherReadUpTo: z.number(),
    isBlockedByMe: z.boolean(),
    /** False when either has blocked the other, or the other party is gone: messages are refused. */
    canWrite: z.boolean(),
    /** How the other party gets my messages: `mail` for a store without an account. */
    answersBy: z.enum(['chat', 'mail']),
    /** Where a search found a message: the newest one's text, cut; null when the name was found, or nothing was searched for. */
    found: z.string().nullable(),
  })
  .openapi('ChatConversation')

/** The stream's events by name. Those with an id are sent again after a reconnect, in order and once. */
export const ChatEvents = {
  /** With an id. A message of mine (from whichever tab) or of the other party; `unread` is that conversation's. */
  message: z.object({ conversation: z.string(), unread: z.number(), message: ChatMessage }),
  /** With an ID. A party read up to a message: the own one (elsewhere), or the other. */
  read: z.object({
    conversation: z.string(),
    by: z.enum(['me', 'other']),
    upTo: z.number(),
    unread: z.number(),
  }),
  /** With an id. A conversation is new to me, or was blocked or opened again. It comes before its first message. */
  conversation: z.object({ conversation: Conversation }),
  /** The number of unread messages; sent first on every connection, and after every change. */
  unread: z.object({ unread: z.number() }),
  /** The other party is typing; counts for five seconds. */
  typing: z.object({ conversation: z.string() }),
  /** With an id. Too many events were missed: load everything again. */
  reset: z.object({}),
  /** The stream ends for good: the session is over, or was slow. The connection closes. */
  end: z.object({ reason: z.enum(['signed_out', 'too_slow']) }),
}
