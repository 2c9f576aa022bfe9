import { AppError, invalid } from '#core/errors.ts'

/** The default maximum size of a body, in bytes. */
export const DEFAULT_MAX_BYTES = 64 * 1024

/**
 * Returns the request's body as text, at most `maxBytes`. Throws `body_too_large` (413) as soon as it is exceeded,
 * `body_incomplete` (400) when the client disconnects.
 */
export async function readText(request: Request, maxBytes: number = DEFAULT_MAX_BYTES): Promise<string> {
  const contentLength = request.headers.get('content-length')
  if (Number(contentLength ?? 0) > maxBytes) throw bodyTooLargeError(maxBytes)
  // Node's server never delivers more than the stated length, so counting is unnecessary: half the work of a stream.
  if (contentLength !== null) return request.text().catch(throwIncomplete)
  if (!request.body) return ''
  return new TextDecoder().decode(await readAll(request.body, maxBytes))
}

/**
 * Returns the request's body as bytes, for any content type. Throws `body_too_large` (413) as soon as it is exceeded,
 * `body_incomplete` (400) when the client disconnects.
 */
export async function readBytes(request: Request, maxBytes: number = DEFAULT_MAX_BYTES): Promise<Uint8Array> {
  const contentLength = request.headers.get('content-length')
  if (Number(contentLength ?? 0) > maxBytes) throw bodyTooLargeError(maxBytes)
  // As in `readText`.
  if (contentLength !== null) return new Uint8Array(await request.arrayBuffer().catch(throwIncomplete))
  return request.body ? readAll(request.body, maxBytes) : new Uint8Array()
}

/**
 * Yields the request's body in chunks, as they arrive. Throws `body_too_large` (413) at once when the client states
 * more than `maxBytes`, and while reading as soon as they are exceeded; `body_incomplete` (400) when the client
 * disconnects.
 */
export function readStream(
  request: Request,
  maxBytes: number = DEFAULT_MAX_BYTES,
): AsyncIterable<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw bodyTooLargeError(maxBytes)
  return readChunks(request.body, maxBytes)
}

async function* readChunks(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw bodyTooLargeError(maxBytes)
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throwIncomplete()
  }
}

async function readAll(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > maxBytes) throw bodyTooLargeError(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    return throwIncomplete()
  }
  return Buffer.concat(chunks)
}

/** Throws the error of a client that disconnected or was cut off, which is not a server error. */
function throwIncomplete(): never {
  throw invalid('body_incomplete', 'The body ended before it was complete.')
}

/**
 * Returns the request's JSON. Throws `wrong_content_type` (415), `malformed_json` (400) or `body_too_large` (413).
 */
export async function readJson(request: Request, maxBytes?: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    throw new AppError('invalid', 'wrong_content_type', 'Send JSON, with the content type application/json.')
  }
  const text = await readText(request, maxBytes)
  try {
    return JSON.parse(text, toStorable)
  } catch {
    throw invalid('malformed_json', 'The body is not valid JSON.')
  }
}

/**
 * Returns the fields of an HTML form by name; of a repeated name, the last value. Throws `wrong_content_type` (415),
 * `malformed_form` (400) or `body_too_large` (413).
 */
export async function readForm(request: Request, maxBytes?: number): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new AppError('invalid', 'wrong_content_type', 'Submit this address as a form.')
  const fields = Object.fromEntries(new URLSearchParams(await readText(request, maxBytes)))
  if (Object.values(fields).some((value) => value.includes('\0')))
    throw invalid('malformed_form', 'The form cannot be read.')
  return fields
}

/**
 * Returns a value that PostgreSQL can store. Texts must not contain the NUL character, which is refused, nor half a
 * surrogate pair, which browsers send when a field cuts a character.
 */
function toStorable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.includes('\0')) throw new SyntaxError('NUL')
  return value.toWellFormed()
}

function bodyTooLargeError(maxBytes: number): AppError {
  return new AppError(
    'invalid',
    'body_too_large',
    `The body is larger than the ${maxBytes} bytes allowed here.`,
  )
}
