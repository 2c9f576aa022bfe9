import { sendFile } from '#web/app/calls/file-call.ts'
import type { ImportDetail } from './import-texts.ts'

/** The largest file that is taken, in bytes. */
export const MAX_FILE_BYTES = 200_000_000

/** Sends a file of products; its stock counts as of when the file was last changed. Throws an `ApiFailure` where it is refused. */
export async function uploadProductFile(file: File, encoding: string | undefined): Promise<ImportDetail> {
  const query = {
    name: file.name.slice(-255) || 'products',
    countedAt: new Date(file.lastModified).toISOString(),
    ...(encoding ? { encoding } : {}),
  }
  const answer = await sendFile('POST /supplier/imports', file, { query })
  return answer.import
}
