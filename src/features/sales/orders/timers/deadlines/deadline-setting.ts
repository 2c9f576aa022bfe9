import { DEADLINE_FIELDS, DEADLINE_NAMES, type Deadlines, toDeadlines } from '#core/deadlines.ts'
import type { Queryable } from '#database/database.ts'
import { readSetting, type Setting } from '#features/identity/settings/service.ts'

/** The setting of the deadlines of orders and cases. */
export const DEADLINES: Setting<Deadlines> = {
  name: 'deadlines',
  action: 'Changed the deadlines',
  // Only the call stores it, after validation.
  parse: (stored) => toDeadlines(stored as Partial<Deadlines> | undefined),
  toAuditValues: (deadlines) => ({ ...deadlines }),
  describe: (before, after) =>
    DEADLINE_NAMES.filter((name) => before[name] !== after[name]).map((name) => {
      const { label, unit } = DEADLINE_FIELDS[name]
      return `${label}: ${before[name]} → ${after[name]} ${unit}`
    }),
}

/** Returns the deadlines of orders that are placed now. */
export async function readDeadlines(db: Queryable): Promise<Deadlines> {
  return readSetting(db, DEADLINES)
}
