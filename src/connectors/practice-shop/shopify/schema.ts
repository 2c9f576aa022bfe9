import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import {
  buildSchema,
  execute,
  getDirectiveValues,
  GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql'
import type { Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { PracticeShop } from '../shop-queries.ts'

/** The context of a query: the shop, a transaction of its own, and how jobs are enqueued. */
export type ShopifyContext = Readonly<{
  tx: Transaction
  shop: PracticeShop
  enqueue: Enqueue
  now: Date
}>

/** Functions that resolve the fields of queries and mutations; their results resolve their own fields. */
export type Resolvers = Readonly<
  Record<
    string,
    (args: never, context: ShopifyContext, info: GraphQLResolveInfo) => Promise<unknown> | object
  >
>

let loaded: GraphQLSchema | undefined

/** Returns the subset of Shopify's published Admin API that practice shops support (see `README.md` beside it). */
export function loadSchema(): GraphQLSchema {
  loaded ??= buildSchema(readFileSync(new URL('admin.graphql', import.meta.url), 'utf8'))
  return loaded
}

/** The maximum size of a document, far above those of real apps. */
const MAX_TOKENS = 3_000

/** Executes a document as Shopify does; one that does not match the schema is refused first. */
export async function executeDocument(
  resolvers: Resolvers,
  { query, variables }: Readonly<{ query: string; variables: Record<string, unknown> }>,
  context: ShopifyContext,
): Promise<object> {
  const schema = loadSchema()
  try {
    const document = parse(query, { maxTokens: MAX_TOKENS })
    const errors = validate(schema, document)
    if (errors.length > 0) return { errors: errors.map((error) => error.toJSON()) }
    const args = { schema, document, rootValue: resolvers, variableValues: variables, contextValue: context }
    return await execute(args)
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error.toJSON()] }
    throw error
  }
}

/**
 * Returns the idempotency key of a mutation that requires one (`@idempotent`, since 2026-04). Throws when it is
 * missing.
 */
export function getIdempotencyKey(info: GraphQLResolveInfo): string {
  const directive = loadSchema().getDirective('idempotent')
  const node = info.fieldNodes[0]
  const values = directive && node && getDirectiveValues(directive, node, info.variableValues)
  const key = values?.['key']
  if (typeof key === 'string' && key.trim() !== '') return key
  throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.')
}

/** Returns a hash that identifies an input. */
export function hashInput(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}
