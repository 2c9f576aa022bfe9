import { customType, text, timestamp } from 'drizzle-orm/pg-core'

/** Defines a `timestamptz` column, a Date in JavaScript, with milliseconds. */
export function timestamptz(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
}

/** Defines the public ID of a table: `public_id text not null unique`. */
export function publicId() {
  return text('public_id').notNull().unique()
}

/** Defines a `bytea` column. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
})
