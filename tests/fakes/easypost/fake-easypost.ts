import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createServer } from 'node:http'
import { z } from 'zod'
import recorded from './recorded.json' with { type: 'json' }

/** The failure of the next call: too many calls, an error, no connection, no rates, or an HTML page. */
export type EasyPostFault = 'busy' | 'failing' | 'gone' | 'no_rates' | 'a_page'

/** A fake of EasyPost's rates: the requests it got, and the failures of the next calls. */
export type FakeEasyPost = Readonly<{
  url: string
  requests: z.output<typeof RatesRequest>[]
  faults: EasyPostFault[]
  close(): Promise<void>
}>

/** The test key that the fake EasyPost knows. */
export const EASYPOST_KEY = 'EZTKplayed0000000000000000'

const Address = z.object({
  name: z.string().optional(),
  street1: z.string().optional(),
  city: z.string(),
  state: z.string().optional(),
  zip: z.string(),
  country: z.string().length(2),
  phone: z.string().optional(),
})

/** The accepted parcels, by the recorded request: inches and ounces with one decimal, and customs for exports. */
const RatesRequest = z.strictObject({
  shipment: z.strictObject({
    from_address: Address,
    to_address: Address,
    parcel: z.strictObject({
      length: z.number().positive(),
      width: z.number().positive(),
      height: z.number().positive(),
      weight: z.number().positive(),
    }),
    customs_info: z
      .object({
        customs_items: z.array(z.object({ weight: z.number(), value: z.number(), quantity: z.int() })),
      })
      .optional(),
  }),
})

/** Starts a fake of EasyPost's `POST /beta/rates` on this machine, with the recorded response of its test API. */
export async function startFakeEasyPost(): Promise<FakeEasyPost> {
  const requests: FakeEasyPost['requests'] = []
  const faults: EasyPostFault[] = []
  const server = createServer((request, response) => {
    const fault = faults.shift()
    if (fault === 'gone') return void request.socket.destroy()
    void answer(request, fault).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  async function answer(request: IncomingMessage, fault: EasyPostFault | undefined) {
    const question = RatesRequest.safeParse(JSON.parse(await text(request)))
    if (fault === 'busy') return errorReply(429, 'RATE_LIMITED')
    if (fault === 'failing') return errorReply(503, 'SERVICE_UNAVAILABLE')
    if (fault === 'a_page') return { status: 200, body: '<html>Maintenance</html>' }
    if (request.url !== '/beta/rates' || request.method !== 'POST') return errorReply(404, 'NOT_FOUND')
    if (request.headers.authorization !== `Basic ${btoa(`${EASYPOST_KEY}:`)}`)
      return errorReply(401, 'APIKEY.INVALID')
    if (!question.success) return errorReply(422, 'SHIPMENT.INVALID_PARAMS')
    requests.push(question.data)
    if (fault === 'no_rates')
      return jsonReply({
        rates: [],
        messages: [{ carrier: 'USPS', type: 'rate_error', message: 'Invalid zip' }],
      })
    return jsonReply(recorded.response)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function jsonReply(body: unknown) {
  return { status: 200, body: JSON.stringify(body) }
}

function errorReply(status: number, code: string) {
  return { status, body: JSON.stringify({ error: { code, message: 'It does not work.', errors: [] } }) }
}
