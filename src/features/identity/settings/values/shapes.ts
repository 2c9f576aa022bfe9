import { z } from '@hono/zod-openapi'

/** A version of a setting as its history shows it. */
export const SettingChange = z
  .object({
    changes: z.array(z.string()),
    savedAt: z.string(),
    /** The author; empty for a closed account. */
    savedBy: z.string(),
  })
  .openapi('SettingChange')

/**
 * The fields of all settings' answers: version and history. A change names the version; the history is latest first.
 */
export const SETTING_FIELDS = { version: z.number(), history: z.array(SettingChange) }

/** The version that was changed; refused if another one was saved meanwhile. */
export const Version = z.number().int().min(0)
