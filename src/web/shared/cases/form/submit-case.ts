import type { CaseData } from '#features/sales/cases/contract.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { uploadMessagePicture } from '#web/shared/chat/pictures/upload-message-picture.ts'

type OpenCaseInput = InputOf<'POST /orders/{purchase}/supplier-orders/{id}/cases'>

/** Returns the path for the buyer's pictures of a case. */
export function casePicturesPath(purchase: string, id: string): string {
  return `/orders/${encodeURIComponent(purchase)}/cases/${encodeURIComponent(id)}/pictures`
}

/**
 * Opens a case, and then adds its pictures by a message, because pictures belong to a case. Returns the case, a
 * message, and whether all pictures were added; rejects only when no case was opened.
 */
export async function submitCase(
  opening: OpenCaseInput,
  files: readonly File[],
): Promise<Readonly<{ found: CaseData; message: string; isWhole: boolean }>> {
  const { case: found, message } = await call('POST /orders/{purchase}/supplier-orders/{id}/cases', opening)
  if (files.length === 0) return { found, message, isWhole: true }
  const { purchase } = opening.params
  const uploads = await Promise.allSettled(
    files.map((file) => uploadMessagePicture(casePicturesPath(purchase, found.id), file, silentUpload())),
  )
  const pictures = uploads.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  try {
    const body = { action: 'message', pictures } as const
    const params = { purchase, id: found.id }
    if (pictures.length > 0) await call('POST /orders/{purchase}/cases/{id}/act', { params, body })
    return { found, message, isWhole: pictures.length === files.length }
  } catch {
    // The case exists anyway, and its buyer is told that the pictures are missing.
    return { found, message, isWhole: false }
  }
}

const silentUpload = () => ({ signal: new AbortController().signal, onProgress: () => undefined })

/**
 * Returns the error message for a case that could not be opened or changed. When it is too early, the message names
 * the time from which it is possible.
 */
export function explainCaseError(error: unknown): string {
  const message = explainError(error, 'Something went wrong. Please try again in a moment.')
  const from: unknown = isApiFailure(error) && Reflect.get(Object(error.details), 'from')
  if (typeof from !== 'string') return message
  return `${message} You can report it as not delivered from ${new Date(from).toLocaleDateString()} on.`
}
