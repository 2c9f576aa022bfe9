import { z } from 'zod'
import examples from './published/examples.json' with { type: 'json' }
import schema from './published/params.schema.json' with { type: 'json' }

/** The calls with a published parameter schema, by path. */
const PARAMS_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  '/v1/checkout/sessions': toParamsSchema('Checkout.SessionCreateParams'),
  '/v1/refunds': toParamsSchema('RefundCreateParams'),
  '/v1/transfers': toParamsSchema('TransferCreateParams'),
}

/** Expiring a session takes only `expand`, which we do not send (https://docs.stripe.com/api/checkout/sessions/expire). */
const NOTHING = z.strictObject({})

function toParamsSchema(name: string): z.ZodType {
  // The file declares in `$schema` that it is a JSON Schema.
  const fullSchema = { ...schema, $ref: `#/definitions/${name}` } as Parameters<typeof z.fromJSONSchema>[0]
  return z.fromJSONSchema(fullSchema)
}

/**
 * Returns the error of a call's parameters by Stripe's published schema; undefined when valid. `params` as decoded
 * of a form.
 */
export function findSchemaError(path: string, params: unknown): string | undefined {
  const shape = path.endsWith('/expire') ? NOTHING : PARAMS_SCHEMAS[path]
  if (!shape) return `nothing is published of ${path}`
  return shape.safeParse(toTyped(params)).error?.message
}

/**
 * Returns the typed value of a form's text. Numbers and booleans are recognised by their form, except in metadata,
 * where Stripe takes texts only.
 */
function toTyped(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => toTyped(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, name === 'metadata' ? inner : toTyped(inner, key)]),
    )
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

const Fields = z.record(z.string(), z.unknown())
const EXAMPLES = Fields.parse(examples.resources)

/** Returns Stripe's own example of an object. */
export function getExample(objectType: string): unknown {
  return EXAMPLES[objectType]
}

/** Fields in Stripe's documentation that are not in these examples, which show one object in one state. */
const UNDOCUMENTED_FIELDS = ['checkout.session.adaptive_pricing', 'refund.failure_reason']

/**
 * Returns how an object differs from Stripe's example of its kind. Differences are fields that Stripe does not
 * have, and values of another type. What is null on either side fits all.
 */
export function diffFromExample(object: unknown): string[] {
  const fields = Fields.parse(object)
  const objectType = String(fields['object'])
  if (objectType === 'list') return z.array(z.unknown()).parse(fields['data']).flatMap(diffFromExample)
  const example = EXAMPLES[objectType]
  return example === undefined
    ? [`there is no example of ${objectType}`]
    : diffFields(fields, example, objectType)
}

/** The fields of something that has a name for its kind, or of a part of it. */
function diffFields(fields: object, example: unknown, fieldPath: string): string[] {
  const exampleFields = Fields.parse(example)
  return Object.entries(fields).flatMap(([name, value]) => {
    const at = `${fieldPath}.${name}`
    if (name in exampleFields) return name === 'metadata' ? [] : diffValue(value, exampleFields[name], at)
    return UNDOCUMENTED_FIELDS.includes(at) ? [] : [`${at} is no field of Stripe's`]
  })
}

function diffValue(value: unknown, example: unknown, fieldPath: string): string[] {
  // An expanded object replaces its id, and an event's object may be of any type.
  if (isObject(value) && 'object' in value && typeof value.object === 'string') return diffFromExample(value)
  if (Array.isArray(value) && Array.isArray(example))
    return value.flatMap((one) => diffValue(one, example[0] ?? null, fieldPath))
  if (value === null || example === null) return []
  if (isObject(value) && isObject(example)) return diffFields(value, example, fieldPath)
  return typeof value === typeof example ? [] : [`${fieldPath} is no ${typeof example}`]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
