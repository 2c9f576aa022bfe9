import { z } from 'zod'

/** Parses a setting that is JSON; the error message shows `example`. */
export function jsonSetting(example: string) {
  return z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: `must be JSON, such as ${example}` })
      return z.NEVER
    }
  })
}
