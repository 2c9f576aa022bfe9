import { useState } from 'react'
import { call, messageOf } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'

/** All that the shop keeps about a person, saved as a file. */
export function DownloadData() {
  const [isBusy, setIsBusy] = useState(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    try {
      const { success: _success, message: _message, ...data } = await call('GET /users/exportData')
      saveFile(`cabochon-data-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
    } catch (error) {
      toast.error(
        messageOf(error, 'Your data could not be collected just now. Please try again in a moment.'),
      )
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button look="outline" busy={isBusy} onClick={() => void download()}>
      Download my data
    </Button>
  )
}

/** Hands a text over as a file of that name, as a link of the page's own would. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
