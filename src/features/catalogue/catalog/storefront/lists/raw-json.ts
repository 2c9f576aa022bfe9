const HEADERS = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-cache' }

/** Returns a response of finished JSON. */
export function rawJsonResponse(body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { headers: HEADERS })
}

/** Returns the JSON of a successful response: the envelope, followed by fields of finished JSON. */
export function toEnvelopeJson(message: string, fields: Readonly<Record<string, string>>): string {
  const rest = Object.entries(fields).map(([name, json]) => `,${JSON.stringify(name)}:${json}`)
  return `{"success":true,"message":${JSON.stringify(message)}${rest.join('')}}`
}

/**
 * Streams a list as one JSON document: `getProduct` with every item of every batch, then `total`, their count.
 *
 * The next batch is requested when the reader has consumed the previous one, and never after the reader has left. A
 * failure aborts the response, so that a partial list cannot pass for the whole one.
 */
export function streamListResponse(
  message: string,
  batches: AsyncGenerator<readonly string[], void, void>,
): Response {
  const encoder = new TextEncoder()
  let total = 0
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(
          encoder.encode(`{"success":true,"message":${JSON.stringify(message)},"getProduct":[`),
        )
      },
      async pull(controller) {
        const { value, done } = await batches.next()
        if (done) {
          controller.enqueue(encoder.encode(`],"total":${total}}`))
          controller.close()
          return
        }
        controller.enqueue(encoder.encode((total > 0 ? ',' : '') + value.join(',')))
        total += value.length
      },
      async cancel() {
        await batches.return()
      },
    },
    { highWaterMark: 1 },
  )
  return new Response(body, { headers: HEADERS })
}
