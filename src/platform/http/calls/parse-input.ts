import type { Context } from 'hono'
import type { z } from '@hono/zod-openapi'
import { AppError } from '#core/errors.ts'
import type { EndpointSpec, ParsedInput } from './endpoint.ts'
import { readBytes, readJson } from './read-body.ts'

/** How the body of a request becomes a value; throws when it cannot be read. */
export type ReadBody = (request: Request, maxBytes?: number) => Promise<unknown>

/**
 * The call's input, its body read by `read` or as the endpoint takes it, parsed by the endpoint's schemas. Throws `invalid_input` (400) which names
 * the field at fault.
 */
export async function parseInput(
  spec: EndpointSpec,
  c: Context,
  read: ReadBody = spec.takes === 'bytes' ? readBytes : readJson,
): Promise<ParsedInput<EndpointSpec>> {
  const params = spec.params ? parse(spec.params, c.req.param(), 'address') : undefined
  const query = spec.query ? parse(spec.query, c.req.query(), 'query') : undefined
  const body = spec.body ? parse(spec.body, await read(c.req.raw, spec.maxBytes), 'body') : undefined
  return { params, query, body }
}

function parse(schema: z.ZodType, value: unknown, location: string): unknown {
  const hasNul = location !== 'body' && Object.values(value ?? {}).some((text) => String(text).includes('\0'))
  if (hasNul) throw new AppError('invalid', 'invalid_input', `The ${location} cannot be read.`)
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
  }))
  const first = issues[0]
  const message = first?.field
    ? `${first.field}: ${first.message}`
    : `The ${location} cannot be read: ${first?.message}`
  throw new AppError('invalid', 'invalid_input', message, { details: { where: location, issues } })
}

/** Returns what is wrong with a typed value; undefined where the schema or the library has a message for it. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const characters = issue.code.startsWith('too_') && issue['origin'] === 'string'
  if (issue.code === 'too_big' && characters) return `Use at most ${String(issue['maximum'])} characters.`
  if (issue.code === 'too_small' && characters) return `Use at least ${String(issue['minimum'])} characters.`
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required.'
  return undefined
}
