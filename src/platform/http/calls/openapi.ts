import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { EndpointSpec } from './endpoint.ts'
import type { Route } from './route.ts'

const Failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    code: z.string(),
    details: z.unknown().optional(),
    requestId: z.string(),
  })
  .openapi('Failure')

/** The OpenAPI 3.1 document of all routes, made from their contracts. `url` is the shop's public address. */
export function openApiDocument(routes: readonly Route[], url: string, version: string): object {
  const registry = new OpenAPIHono()
  for (const { spec } of routes) {
    registry.openAPIRegistry.registerPath({
      method: spec.method === 'GET' ? 'get' : 'post',
      path: spec.path,
      summary: spec.summary,
      tags: [spec.path.split('/')[1] ?? ''],
      request: toRequest(spec),
      responses: {
        200: { description: 'Success', content: jsonContent(spec.answer) },
        default: { description: describeFailures(spec), content: jsonContent(Failure) },
      },
    })
  }
  return registry.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Cabochon', version, license: { name: 'MIT' } },
    servers: [{ url }],
  })
}

function toRequest(spec: EndpointSpec): object {
  return {
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { query: spec.query } : {}),
    ...(spec.body ? { body: { required: true, content: toContent(spec, spec.body) } } : {}),
  }
}

function toContent({ takes }: EndpointSpec, body: z.ZodType): object {
  return takes === 'bytes' ? { 'application/octet-stream': { schema: body } } : jsonContent(body)
}

function describeFailures(spec: EndpointSpec): string {
  const codes = [...(spec.confirmed ? ['password_needed'] : []), ...(spec.refusals ?? [])]
  return codes.length > 0 ? `Refused; codes of its own: ${codes.join(', ')}` : 'Refused'
}

function jsonContent(schema: z.ZodType): { 'application/json': { schema: z.ZodType } } {
  return { 'application/json': { schema } }
}
