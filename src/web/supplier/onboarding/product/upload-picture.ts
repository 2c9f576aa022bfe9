import { sendWithSession } from '#web/app/calls/api.ts'

const MAX_BYTES = 5_000_000
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
const UPLOAD_FAILED = 'The picture could not be uploaded. Please try again.'

/** What file choosers offer. */
export const PICTURE_TYPES = IMAGE_TYPES.join(',')

/** Why a file cannot be taken, in words; undefined where it can. The server looks at what is in it. */
export function explainInvalidFile({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!IMAGE_TYPES.includes(type)) return 'Please choose a JPEG, PNG or WebP picture.'
  return size > MAX_BYTES ? 'A picture may have 5 MB at most.' : undefined
}

/** Uploads a picture's bytes; gives the field of that name of the answer. Rejects with words for who chose it. */
export async function uploadPicture<Kept extends { key: string }>(
  path: '/shop/uploadStoreLogo' | '/shop/uploadProductPicture',
  file: File,
  field: 'logo' | 'picture',
): Promise<Kept> {
  const problem = explainInvalidFile(file)
  if (problem) throw new Error(problem)
  const answer = await postFile(path, file)
  const picture: unknown = answer[field]
  const message = answer['message']
  if (answer['success'] !== true || typeof picture !== 'object' || picture === null)
    throw new Error(typeof message === 'string' ? message : UPLOAD_FAILED)
  // The server answers what the contract says.
  return picture as Kept
}

async function postFile(path: string, file: File): Promise<Record<string, unknown>> {
  try {
    const response = await sendWithSession(path, {
      method: 'POST',
      headers: { 'content-type': file.type },
      body: file,
    })
    const answer: unknown = await response.json()
    return typeof answer === 'object' && answer !== null ? { ...answer } : {}
  } catch (cause) {
    throw new Error(UPLOAD_FAILED, { cause })
  }
}
