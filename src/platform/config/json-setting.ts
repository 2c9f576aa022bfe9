import { z } from 'zod'

/** A setting that is JSON; `example` is shown when it is none. */
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
