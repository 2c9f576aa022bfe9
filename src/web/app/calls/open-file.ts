/**
 * Opens a file of the signed-in user in a new tab, or saves it where tabs are blocked. Throws an error with the
 * server's message when it refuses.
 */
export async function openFile(request: () => Promise<Response>, name: string): Promise<void> {
  // Opened during the click, because browsers block tabs that are opened later.
  const tab = window.open('', '_blank')
  try {
    const response = await request()
    if (!response.ok) throw await toFailure(response)
    const url = URL.createObjectURL(await response.blob())
    if (tab) tab.location.href = url
    else saveUrl(url, name)
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** Saves a file of the signed-in user. Throws an error with the server's message when it refuses. */
export async function saveFile(request: () => Promise<Response>, name: string): Promise<void> {
  const response = await request()
  if (!response.ok) throw await toFailure(response)
  const url = URL.createObjectURL(await response.blob())
  saveUrl(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves a text as a file with a name. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  saveUrl(url, name)
  URL.revokeObjectURL(url)
}

function saveUrl(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

async function toFailure(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined)
  const message: unknown = Reflect.get(Object(body), 'message')
  const failure = new Error(typeof message === 'string' ? message : '')
  if (typeof message === 'string') failure.name = 'ApiFailure'
  return failure
}
