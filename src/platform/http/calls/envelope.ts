import { z } from '@hono/zod-openapi'

/** The fields of every successful response: `success`, and a message for people. */
export const Envelope = z.object({ success: z.literal(true), message: z.string() })
