import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  buildSchema,
  type FieldNode,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLSchema,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql'
import { expect, test } from 'vitest'
import * as cancelOperations from '#connectors/shopify/cancel-order.ts'
import * as correctionOperations from '#connectors/shopify/correct-parcel.ts'
import * as operations from '#connectors/shopify/operations.ts'
import * as parcelOperations from '#connectors/shopify/send-parcel.ts'
import * as sourceOperations from '#connectors/shopify/source-operations.ts'
import { loadSchema } from './schema.ts'

const PUBLISHED = fileURLToPath(import.meta.resolve('#tests/fakes/stores/published/admin-2026-10.graphql.gz'))
const published = buildSchema(gunzipSync(readFileSync(PUBLISHED)).toString(), { assumeValid: true })

const DOCUMENTS = Object.entries<unknown>({
  ...cancelOperations,
  ...correctionOperations,
  ...operations,
  ...parcelOperations,
  ...sourceOperations,
}).filter(
  (entry): entry is [string, string] => typeof entry[1] === 'string' && /^(query|mutation) /.test(entry[1]),
)

test.each(DOCUMENTS)(
  'the document %s is valid under Shopify’s published schema and the practice shops’ schema',
  (_name, text) => {
    const document = parse(text)
    expect(validate(published, document)).toEqual([])
    expect(validate(loadSchema(), document)).toEqual([])
  },
)

/** Returns each field and value of a schema as text. */
function listSignatures(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return []
    if (isEnumType(type)) return type.getValues().map(({ name }) => `${type.name}.${name}`)
    if (isInputObjectType(type))
      return Object.values(type.getFields()).map(
        (field) => `${type.name}.${field.name}: ${String(field.type)}`,
      )
    if (!isObjectType(type) && !isInterfaceType(type)) return []
    return Object.values(type.getFields()).flatMap((field) => [
      `${type.name}.${field.name}: ${String(field.type)}`,
      ...field.args.map((arg) => `${type.name}.${field.name}(${arg.name}: ${String(arg.type)})`),
    ])
  })
}

test('the practice shops’ schema is a subset of the published one, with the same types', () => {
  const known = new Set(listSignatures(published))
  const ours = listSignatures(loadSchema())
  expect(ours.length).toBeGreaterThan(500)
  expect(ours.filter((signature) => !known.has(signature))).toEqual([])
})

test('every query of a connector costs less than Shopify’s limit for one query', () => {
  // Each object costs a point, and a list its maximum size (shopify.dev, rate limits); the limit of a query is 1,000.
  const costs = DOCUMENTS.map(([name, text]) => [name, estimateCost(text)] as const)
  expect(costs.filter(([, cost]) => cost > 1_000)).toEqual([])
})

/** The sizes of lists that variables determine: `nodes` returns one for each id. */
const SIZES: Readonly<Record<string, number>> = {
  'SourceProducts.products': sourceOperations.SOURCE_PAGE,
  'FindSourceProducts.nodes': sourceOperations.SOURCE_PAGE,
  'SourceVariants.product.variants': sourceOperations.VARIANTS_PER_PAGE,
  'StockLevels.productVariants': 200,
  'StockProducts.nodes': 50,
  'StoreProducts.products': 25,
  'StoreOrders.orders': 50,
}

/** Returns the points of a document by the sizes of its lists. */
function estimateCost(text: string): number {
  const sumUp = (selections: SelectionSetNode, path: string, times: number): number =>
    selections.selections.reduce((sum, selection) => {
      if (selection.kind === 'InlineFragment') return sum + sumUp(selection.selectionSet, path, times)
      if (selection.kind !== 'Field' || !selection.selectionSet) return sum
      const at = `${path}.${selection.name.value}`
      if (/^(nodes|pageInfo)$/.test(selection.name.value) && SIZES[at] === undefined)
        return sum + sumUp(selection.selectionSet, path, times)
      const count = times * getSize(selection, at)
      return sum + count + sumUp(selection.selectionSet, at, count)
    }, 0)
  return parse(text).definitions.reduce(
    (sum, definition) =>
      definition.kind === 'OperationDefinition'
        ? sum + sumUp(definition.selectionSet, definition.name?.value ?? '', 1)
        : sum,
    0,
  )
}

function getSize(field: FieldNode, at: string): number {
  const first = field.arguments?.find(({ name }) => name.value === 'first')?.value
  if (first?.kind === 'IntValue') return Number(first.value)
  const size = SIZES[at]
  if (first && size === undefined) throw new Error(`the size of ${at} is not known`)
  return size ?? 1
}
