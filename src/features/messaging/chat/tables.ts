import { bigint, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { moment, publicId } from '#database/tables.ts'

// Two of the tables of 0021_chat.sql; conversations, messages and what is told of them are read and written by SQL only.

const key = (name: string) => bigint(name, { mode: 'number' })
const ownKey = () => key('id').primaryKey().generatedAlwaysAsIdentity()

/** Who speaks in a conversation: the person who opened it, or the store, whoever owns it then. */
export type Side = 'person' | 'store'

/** Pictures, uploaded before they are sent; `publicId` is the secret of their address. */
export const chatPictures = pgTable('chat_pictures', {
  id: ownKey(),
  publicId: publicId(),
  conversationId: key('conversation_id').notNull(),
  side: text().$type<Side>().notNull(),
  messageId: key('message_id'),
  position: smallint().notNull().default(0),
  width: integer().notNull(),
  height: integer().notNull(),
  createdAt: moment('created_at').notNull(),
})

/** Reported conversations, for the marketplace's own people. */
export const chatReports = pgTable('chat_reports', {
  id: ownKey(),
  conversationId: key('conversation_id').notNull(),
  side: text().$type<Side>().notNull(),
  reason: text().notNull(),
  note: text().notNull(),
  lastNumber: integer('last_number').notNull(),
  createdAt: moment('created_at').notNull(),
})
