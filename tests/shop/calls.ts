import type { EndpointResponse, EndpointInput, EndpointSpec } from '#platform/http/calls/endpoint.ts'

/** An answer, read: the status, the JSON or text, and the headers. */
export type ApiResponse = Readonly<{ status: number; body: unknown; text: string; headers: Headers }>

/** The calls of a shop, wherever it runs. */
export type Calls = Readonly<{
  /** Calls an endpoint by its contract; throws an `ApiRefusal` unless it answers 200. */
  call<Spec extends EndpointSpec>(
    spec: Spec,
    input: TypedEndpointInput<Spec>,
  ): Promise<EndpointResponse<Spec>>
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse>
}>

/** Returns calls by `fetchPath`, which gets a path of the shop. */
export function createCalls(
  fetchPath: (path: string, init: RequestInit) => Response | Promise<Response>,
): Calls {
  const request = async (path: string, init: RequestInit) => readResponse(await fetchPath(path, init))
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    get: (path, headers = {}) => request(path, { headers }),
    post,
    call: async (spec, input) => {
      const path = toAddress(spec, input)
      const answer =
        spec.method === 'GET' ? await request(path, {}) : await post(path, Reflect.get(input, 'body'))
      if (answer.status !== 200) throw new ApiRefusal(answer)
      // The answer has the type of this contract, which the tests check.
      return answer.body as EndpointResponse<typeof spec>
    },
  }
}

/** The input of a caller, or nothing for an endpoint without input. */
type TypedEndpointInput<Spec extends EndpointSpec> = EndpointInput<Spec> & { query?: Record<string, unknown> }

/** An unsuccessful answer, with the fields of the standard error. */
class ApiRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown

  constructor({ status, body, text }: ApiResponse) {
    const fields: object = body instanceof Object ? body : {}
    super(String(Reflect.get(fields, 'message') ?? text))
    this.status = status
    this.code = String(Reflect.get(fields, 'code'))
    this.details = Reflect.get(fields, 'details')
  }
}

function toAddress(spec: EndpointSpec, input: object): string {
  const params: Record<string, unknown> = Reflect.get(input, 'params') ?? {}
  const query: Record<string, unknown> = Reflect.get(input, 'query') ?? {}
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `${path}?${search}` : path
}

async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
  }
}
