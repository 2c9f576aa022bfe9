import { z } from '@hono/zod-openapi'

/** What every good answer has: that it is one, and a sentence for accounts. */
export const Envelope = z.object({ success: z.literal(true), message: z.string() })
