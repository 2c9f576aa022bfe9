import { type Call, createCall, sendWithSession } from './api.ts'

/** Returns how to make a call whose body is a file, as the signed-in user; the body that is passed to it is left out. */
export function createFileCall(file: Blob): Call {
  return createCall({
    send: (path, init) =>
      sendWithSession(path, {
        ...init,
        headers: { ...init.headers, 'content-type': 'application/octet-stream' },
        body: file,
      }),
  })
}
