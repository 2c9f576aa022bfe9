import { z } from '@hono/zod-openapi'

/** A version of a setting as its history shows it. */
export const SettingChange = z
  .object({
    changes: z.array(z.string()),
    savedAt: z.string(),
    /** Empty once the account is closed. */
    savedBy: z.string(),
  })
  .openapi('SettingChange')

/** What the answers of all settings have: the version that a change names, and what was changed before, the latest first. */
export const SETTING_FIELDS = { version: z.number(), history: z.array(SettingChange) }

/** The version that was changed: another one that was saved meanwhile is not overwritten. */
export const Version = z.number().int().min(0)
