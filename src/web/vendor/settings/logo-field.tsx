import { useRef } from 'react'
import { call, sendWithSession } from '#web/app/calls/api.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { useOrderAction } from '../order/use-order-action.ts'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
const MAX_BYTES = 5_000_000

/** Renders the logo on the packing slip, to change and remove it. */
export function LogoField({ logo }: { logo: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const action = useOrderAction()
  const canWrite = useCan()('settings:write')
  const upload = (file: File | undefined) => {
    if (file) action.mutate(() => uploadLogo(file))
  }
  return (
    <div role="group" aria-label="Logo" className="flex flex-wrap items-center gap-4">
      <div className="grid h-16 w-44 place-items-center rounded-md border border-line bg-white p-2">
        {logo ? (
          <img src={logo} alt="Your logo" className="max-h-full max-w-full object-contain" />
        ) : (
          <span className="text-xs text-[#5f5a52]">No logo</span>
        )}
      </div>
      {canWrite && (
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={input}
            type="file"
            accept={TYPES.join(',')}
            className="sr-only"
            tabIndex={-1}
            aria-label="Choose a logo"
            onChange={({ target }) => {
              upload(target.files?.[0])
              target.value = ''
            }}
          />
          <Action isSmall busy={action.isPending} onClick={() => input.current?.click()}>
            {logo ? 'Replace logo' : 'Upload logo'}
          </Action>
          {logo && (
            <Action
              isSmall
              variant="quiet"
              busy={action.isPending}
              onClick={() => action.mutate(() => call('POST /vendor/parcel-brand/logo/remove'))}
            >
              Remove logo
            </Action>
          )}
          <p className="w-full text-xs text-ink-soft">
            JPEG, PNG or WebP, up to 5 MB. It’s printed on white.
          </p>
        </div>
      )}
    </div>
  )
}

/** Uploads a picture; rejects with a message for the user. */
async function uploadLogo(file: File): Promise<Readonly<{ message: string }>> {
  if (!TYPES.includes(file.type)) throw createProblem('Choose a JPEG, PNG or WebP picture.')
  if (file.size > MAX_BYTES) throw createProblem('Choose a picture up to 5 MB.')
  const response = await sendWithSession('/vendor/parcel-brand/logo', {
    method: 'POST',
    headers: { 'content-type': file.type },
    body: file,
  })
  const answer: unknown = await response.json()
  const message = answer instanceof Object ? Reflect.get(answer, 'message') : undefined
  const text = typeof message === 'string' ? message : 'We couldn’t upload the logo. Please try again.'
  if (!response.ok) throw createProblem(text)
  return { message: text }
}

/** Returns a failure whose text `explainError` shows. */
function createProblem(text: string): Error {
  return Object.assign(new Error(text), { name: 'ApiFailure' })
}
