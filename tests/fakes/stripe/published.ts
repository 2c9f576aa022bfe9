import { z } from 'zod'
import examples from './published/examples.json' with { type: 'json' }
import schema from './published/params.schema.json' with { type: 'json' }

/** The calls whose parameters Stripe has published a schema of, by their paths. */
const PUBLISHED: Readonly<Record<string, z.ZodType>> = {
  '/v1/checkout/sessions': paramsOf('Checkout.SessionCreateParams'),
  '/v1/refunds': paramsOf('RefundCreateParams'),
  '/v1/transfers': paramsOf('TransferCreateParams'),
}

/** What ends a session has no parameters but `expand`, which we do not send (https://docs.stripe.com/api/checkout/sessions/expire). */
const NOTHING = z.strictObject({})

function paramsOf(name: string): z.ZodType {
  // The file says itself, by `$schema`, that it is a JSON Schema.
  const whole = { ...schema, $ref: `#/definitions/${name}` } as Parameters<typeof z.fromJSONSchema>[0]
  return z.fromJSONSchema(whole)
}

/** What is wrong with a call's parameters by what Stripe has published; undefined when nothing is. `params` as decoded of a form. */
export function wrongBySchema(path: string, params: unknown): string | undefined {
  const shape = path.endsWith('/expire') ? NOTHING : PUBLISHED[path]
  if (!shape) return `nothing is published of ${path}`
  return shape.safeParse(typed(params)).error?.message
}

/** A form has only texts: numbers and truths are told by how they look, save in metadata, where Stripe takes texts only. */
function typed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => typed(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, name === 'metadata' ? inner : typed(inner, key)]),
    )
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

const Fields = z.record(z.string(), z.unknown())
const EXAMPLES = Fields.parse(examples.resources)

/** Stripe's own example of an object. */
export function exampleOf(kind: string): unknown {
  return EXAMPLES[kind]
}

/** What Stripe shows in its documentation, but not in these examples: their fields are those of one object in one state. */
const ELSEWHERE = ['checkout.session.adaptive_pricing', 'refund.failure_reason']

/**
 * How an object differs from Stripe's example of its kind: fields that Stripe does not have, and values of another type. What is
 * null on either side fits all.
 */
export function unlikeExample(object: unknown): string[] {
  const fields = Fields.parse(object)
  const kind = String(fields['object'])
  if (kind === 'list') return z.array(z.unknown()).parse(fields['data']).flatMap(unlikeExample)
  const example = EXAMPLES[kind]
  return example === undefined ? [`there is no example of ${kind}`] : unlike(fields, example, kind)
}

/** The fields of something that has a name for its kind, or of a part of it. */
function unlike(fields: object, example: unknown, place: string): string[] {
  const known = Fields.parse(example)
  return Object.entries(fields).flatMap(([name, value]) => {
    const at = `${place}.${name}`
    if (name in known) return name === 'metadata' ? [] : unlikeValue(value, known[name], at)
    return ELSEWHERE.includes(at) ? [] : [`${at} is no field of Stripe's`]
  })
}

function unlikeValue(value: unknown, example: unknown, place: string): string[] {
  // What is expanded stands there whole instead of its id, and what an event tells of is of whatever kind.
  if (isObject(value) && 'object' in value && typeof value.object === 'string') return unlikeExample(value)
  if (Array.isArray(value) && Array.isArray(example))
    return value.flatMap((one) => unlikeValue(one, example[0] ?? null, place))
  if (value === null || example === null) return []
  if (isObject(value) && isObject(example)) return unlike(value, example, place)
  return typeof value === typeof example ? [] : [`${place} is no ${typeof example}`]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
