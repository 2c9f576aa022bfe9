import { bigint, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { timestamptz, publicId } from '#database/tables.ts'

// Two of the tables of 0021_chat.sql; conversations, messages and their events are read and written by SQL only.

const keyColumn = (name: string) => bigint(name, { mode: 'number' })
const idColumn = () => keyColumn('id').primaryKey().generatedAlwaysAsIdentity()

/** The sides of a conversation: the customer who opened it, or the store, for which members of its team answer. */
export type Side = 'customer' | 'store'

/** Pictures, uploaded before they are sent; `publicId` is the secret of their address. */
export const chatPictures = pgTable('chat_pictures', {
  id: idColumn(),
  publicId: publicId(),
  conversationId: keyColumn('conversation_id').notNull(),
  side: text().$type<Side>().notNull(),
  messageId: keyColumn('message_id'),
  position: smallint().notNull().default(0),
  width: integer().notNull(),
  height: integer().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

/** Reported conversations, for operators. */
export const chatReports = pgTable('chat_reports', {
  id: idColumn(),
  publicId: publicId(),
  conversationId: keyColumn('conversation_id').notNull(),
  side: text().$type<Side>().notNull(),
  reason: text().notNull(),
  note: text().notNull(),
  lastNumber: integer('last_number').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})
