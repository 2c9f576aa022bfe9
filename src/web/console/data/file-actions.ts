import { explainError, sendWithSession } from '#web/app/calls/api.ts'
import { openFile, saveFile } from '#web/app/calls/open-file.ts'
import { toast } from '#web/app/toast.ts'

/** A file of the server: its path, its name, and the error message when it cannot be loaded. */
export type ServerFile = Readonly<{ path: string; name: string; failure: string }>

/** Opens a file in a new tab; a failure shows as a toast. */
export async function showFile({ path, name, failure }: ServerFile): Promise<void> {
  await tell(failure, () => openFile(() => sendWithSession(path, {}), name))
}

/** Saves a file; a failure shows as a toast. */
export async function downloadFile({ path, name, failure }: ServerFile): Promise<void> {
  await tell(failure, () => saveFile(() => sendWithSession(path, {}), name))
}

async function tell(failure: string, perform: () => Promise<void>): Promise<void> {
  try {
    await perform()
  } catch (error) {
    toast.error(explainError(error, failure))
  }
}
