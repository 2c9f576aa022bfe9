import { createCall, sendWithSession } from './api.ts'
import type { AnswerTo, EndpointKey, InputOf } from './endpoints.ts'

/**
 * Sends a file as the body of a call for the signed-in user; returns the response. Throws an `ApiFailure` when it is
 * refused.
 */
export async function sendFile<Key extends EndpointKey>(
  key: Key,
  file: Blob,
  input: Omit<InputOf<Key>, 'body'>,
): Promise<AnswerTo<Key>> {
  const call = createCall({
    send: (path, init) =>
      sendWithSession(path, {
        ...init,
        headers: { ...init.headers, 'content-type': 'application/octet-stream' },
        body: file,
      }),
  })
  // The file is the body, so the input has none.
  const send = call as unknown as (key: Key, input: Omit<InputOf<Key>, 'body'>) => Promise<AnswerTo<Key>>
  return await send(key, input)
}
