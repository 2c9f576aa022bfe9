import type { ChatPictureData } from '#features/messaging/chat/contract.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { readUser } from '#web/app/session/session.ts'

/** The progress callback of an upload, and its abort signal. */
type UploadOptions = Readonly<{ signal: AbortSignal; onProgress(fraction: number): void }>

const UPLOAD_FAILED = 'The picture couldn’t be sent. Remove it and try again.'

/**
 * Uploads a picture to an address of a conversation or a case. It rejects with a message for the sender. It uses
 * XMLHttpRequest, as `fetch` reports no progress.
 */
export function uploadMessagePicture(
  address: string,
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<ChatPictureData> {
  const { promise, resolve, reject } = Promise.withResolvers<ChatPictureData>()
  const request = new XMLHttpRequest()
  request.open('POST', address)
  const token = readUser()?.accessToken
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.setRequestHeader('content-type', file.type)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  request.addEventListener('load', () => {
    const answer = parseResponse(request.responseText)
    if (request.status === 200 && answer?.picture) resolve(answer.picture)
    else reject(new Error(request.status < 500 && answer?.message ? answer.message : UPLOAD_FAILED))
  })
  request.addEventListener('error', () => reject(new Error(UPLOAD_FAILED)))
  signal.addEventListener('abort', () => request.abort())
  request.send(file)
  return promise
}

/** Pictures of cases have the same shape. */
type UploadResponse = Partial<AnswerTo<'POST /chat/conversations/{id}/pictures'>>

function parseResponse(text: string): UploadResponse | undefined {
  try {
    // The response matches the contract, also for refusals.
    return JSON.parse(text) as UploadResponse
  } catch {
    return undefined
  }
}
