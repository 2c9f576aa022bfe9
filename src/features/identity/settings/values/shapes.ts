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

/**
 * The fields that all settings' answers have: version and history. The version is the one that a change names; the
 * history is latest first.
 */
export const SETTING_FIELDS = { version: z.number(), history: z.array(SettingChange) }

/** The version that was changed: another one that was saved meanwhile is not overwritten. */
export const Version = z.number().int().min(0)
