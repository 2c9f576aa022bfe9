import { sendSigned } from '#web/app/calls/api.ts'

const LARGEST = 5_000_000
const TYPES = ['image/jpeg', 'image/png', 'image/webp']
const FAILED = 'The picture could not be uploaded. Please try again.'

/** What file choosers offer. */
export const PICTURE_TYPES = TYPES.join(',')

/** Why a file cannot be taken, in words; undefined where it can. The server looks at what is in it. */
export function fileFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(type)) return 'Please choose a JPEG, PNG or WebP picture.'
  return size > LARGEST ? 'A picture may have 5 MB at most.' : undefined
}

/** Uploads a picture's bytes; gives the field of that name of the answer. Rejects with words for who chose it. */
export async function uploadPicture<Kept extends { key: string }>(
  path: '/shop/uploadStoreLogo' | '/shop/uploadProductPicture',
  file: File,
  field: 'logo' | 'picture',
): Promise<Kept> {
  const fault = fileFault(file)
  if (fault) throw new Error(fault)
  const answer = await read(path, file)
  const kept: unknown = answer[field]
  const message = answer['message']
  if (answer['success'] !== true || typeof kept !== 'object' || kept === null)
    throw new Error(typeof message === 'string' ? message : FAILED)
  // The server answers what the contract says.
  return kept as Kept
}

async function read(path: string, file: File): Promise<Record<string, unknown>> {
  try {
    const response = await sendSigned(path, {
      method: 'POST',
      headers: { 'content-type': file.type },
      body: file,
    })
    const answer: unknown = await response.json()
    return typeof answer === 'object' && answer !== null ? { ...answer } : {}
  } catch (cause) {
    throw new Error(FAILED, { cause })
  }
}
