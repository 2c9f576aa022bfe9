import { z } from '@hono/zod-openapi'
import type { Database } from '#database/database.ts'
import { createListCache } from '#features/catalogue/catalog/storefront/lists/list-cache.ts'
import { catalogRoutes } from '#features/catalogue/catalog/routes.ts'
import type { EndpointResponse, EndpointInput, EndpointSpec } from '#platform/http/calls/endpoint.ts'

/** Calls of the catalogue as the app would answer them, each answer held to the contract. */
export function createCatalogueCalls(db: Database) {
  const routes = catalogRoutes({ lists: createListCache({ keepMs: 0 }) })
  return async <Spec extends EndpointSpec>(
    spec: Spec,
    input: EndpointInput<Spec> & object,
  ): Promise<EndpointResponse<Spec>> => {
    const parsed = z.object({ params: z.unknown(), query: z.unknown(), body: z.unknown() }).parse({
      params: spec.params?.parse(Reflect.get(input, 'params')),
      query: spec.query?.parse(Reflect.get(input, 'query') ?? {}),
      body: spec.body?.parse(Reflect.get(input, 'body')),
    })
    const found = routes.find((item) => item.spec === spec)
    const count = async () => undefined
    const context = {
      db,
      now: new Date(),
      requestId: 'test',
      client: 'test',
      actor: undefined,
      count,
      header: () => undefined,
    }
    const answer = await found?.handle(parsed, context)
    if (!(answer instanceof Response)) throw new Error('the catalogue answers finished responses')
    const body: unknown = await answer.json()
    spec.answer.parse(body)
    // It has just been parsed by this very contract.
    return body as EndpointResponse<Spec>
  }
}

/** Returns the names of these products, in their order. */
export const listNames = (products: readonly { name: string }[]) => products.map((product) => product.name)
