import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  handleCall,
  type ParcelState,
  completeRefunds,
  failure,
  type FakeAnswer,
  type TrackingStep,
  toTracker,
} from './parcel-answers.ts'
import recorded from './recorded-parcels.json' with { type: 'json' }

/**
 * The outcome of the next call: success, or a failure. Failures are too many calls, an error, a refusal, an unknown
 * key, no connection at all, or a connection that breaks after the call has had its effect.
 */
export type ParcelFault = 'none' | 'busy' | 'failing' | 'refused' | 'unauthorized' | 'gone' | 'lost'

/** A fake of EasyPost's shipments and trackers: its data, its calls, and the faults of the next calls. */
export type FakeParcels = Readonly<{
  books: ParcelState
  calls: string[]
  faults: ParcelFault[]
  /** Returns a signed webhook event about a number, with its known steps or with `steps`. */
  webhookEvent(
    number: string,
    options?: { id?: string; steps?: readonly TrackingStep[]; secret?: string },
  ): SignedWebhook
  /**
   * Completes the pending refunds, and returns the signed message about each; EasyPost itself reports only those
   * that succeed.
   */
  endRefunds(status: 'refunded' | 'rejected'): SignedWebhook[]
  /** Deletes everything. */
  clear(): void
  close(): Promise<void>
}>

/** EasyPost's webhook: the very body that was signed. */
export type SignedWebhook = Readonly<{ body: string; headers: Record<string, string> }>

/** The signing secret of the fake EasyPost. */
export const EASYPOST_SECRET = 'whsec-of-the-played-easypost'

/** Starts a fake of EasyPost's shipments and trackers on this machine, by the shapes of its recorded responses. */
export async function startFakeParcels(): Promise<FakeParcels> {
  const state: ParcelState = {
    url: '',
    shipments: [],
    quoted: [],
    opened: [],
    sold: [],
    refunded: [],
    followed: [],
    steps: new Map(),
    currency: 'USD',
    priceFactor: 1,
    refusesRefunds: undefined,
    badFiles: undefined,
  }
  const [calls, faults]: [string[], ParcelFault[]] = [[], []]
  const server = createServer(
    (request, response) => void handleRequest({ books: state, calls, faults }, request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  state.url = `http://127.0.0.1:${address.port}`
  let webhookCount = 0
  return {
    books: state,
    calls,
    faults,
    webhookEvent: (number, { id, ...given } = {}) => {
      webhookCount += 1
      return signEvent(
        { id: id ?? `evt_${webhookCount}`, result: toTracker(state, number, given.steps) },
        given.secret,
      )
    },
    endRefunds: (status) =>
      completeRefunds(state, status).map((result) => {
        webhookCount += 1
        const description = status === 'refunded' ? 'refund.successful' : 'refund.updated'
        return signEvent({ id: `evt_${webhookCount}`, description, result })
      }),
    clear() {
      const { shipments, quoted, opened, sold, refunded, followed, steps } = state
      for (const list of [calls, faults, shipments, quoted, opened, sold, refunded, followed]) list.length = 0
      state.priceFactor = 1
      steps.clear()
      state.refusesRefunds = undefined
      state.badFiles = undefined
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const FAILURES: Readonly<Partial<Record<ParcelFault, FakeAnswer>>> = {
  busy: failure(429, 'RATE_LIMITED'),
  failing: failure(503, 'SERVICE_UNAVAILABLE'),
  refused: failure(422, 'SHIPMENT.POSTAGE.FAILURE'),
  unauthorized: failure(401, 'APIKEY.INVALID'),
}

type FakeParcelsContext = Readonly<{ books: ParcelState; calls: string[]; faults: ParcelFault[] }>

async function handleRequest(
  { books, calls, faults }: FakeParcelsContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = `${request.method} ${request.url}`
  const requestText = await text(request)
  const fault = call.includes('/v2/') ? faults.shift() : undefined
  calls.push(call)
  if (fault === 'gone') return void request.socket.destroy()
  const { authorization } = request.headers
  const { status, body, bytes } =
    FAILURES[fault ?? 'none'] ??
    handleCall(books, { call, authorization, body: requestText === '' ? undefined : JSON.parse(requestText) })
  if (fault === 'lost') return void request.socket.destroy()
  response.writeHead(status, { 'content-type': bytes ? 'application/pdf' : 'application/json' })
  response.end(bytes ?? JSON.stringify(body))
}

function signEvent(event: object, secret = EASYPOST_SECRET): SignedWebhook {
  const body = JSON.stringify({ ...recorded.event, description: 'tracker.updated', ...event })
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return { body, headers: { 'x-hmac-signature': `hmac-sha256-hex=${digest}` } }
}
