import { customType, text, timestamp } from 'drizzle-orm/pg-core'

/** Defines a `timestamptz` column, a Date here, in milliseconds as JavaScript knows them. */
export function timestamptz(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
}

/** Defines the public ID of a table: `public_id text not null unique`. */
export function publicId() {
  return text('public_id').notNull().unique()
}

/** Bytes: `bytea`. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
})
