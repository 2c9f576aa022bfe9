import { Store } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import type { OwnStoreData, StoreLogoData } from '#features/catalogue/suppliers/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { PictureUploadButton, uploadPicture } from '../product/picture-upload-button.tsx'
import { checkCanSave } from './check-can-save.ts'

/** Renders the store's logo with buttons to change and delete it (MONB-03); it is saved when selected. */
export function StoreLogo(props: {
  store: OwnStoreData | undefined
  onChange: (store: OwnStoreData) => void
}) {
  const { store, onChange } = props
  const { isBusy, choose, remove } = useLogo(store, onChange)
  const logo = store?.logo ?? null
  return (
    <div role="group" aria-label="Store logo" className="flex items-center gap-5 lg:flex-col lg:items-start">
      <LogoPicture logo={logo} name={store?.name ?? undefined} />
      <div>
        <p className="text-sm">Store logo</p>
        <p className="mt-1 text-xs text-ink-soft">JPEG, PNG or WebP, up to 5 MB.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <PictureUploadButton
            label="Change"
            name="Change the store logo"
            isBusy={isBusy}
            onChoose={choose}
          />
          <Button
            size="sm"
            variant="quiet"
            aria-label="Delete the store logo"
            disabled={logo === null || isBusy}
            onClick={remove}
          >
            Delete
          </Button>
        </div>
      </div>
    </div>
  )
}

const REQUEST_FAILED = 'Something went wrong. Please try again in a moment.'

/** Returns functions that change and delete the logo and report the result as toasts. */
function useLogo(store: OwnStoreData | undefined, onChange: (store: OwnStoreData) => void) {
  const [isBusy, setIsBusy] = useState(false)

  async function run(work: () => Promise<StoreLogoData | null>, successMessage: string): Promise<void> {
    setIsBusy(true)
    try {
      const logo = await work()
      if (store) onChange({ ...store, logo })
      toast.success(successMessage)
    } catch (error) {
      toast.error(error instanceof Error && error.message ? error.message : REQUEST_FAILED)
    }
    setIsBusy(false)
  }

  function choose([file]: readonly File[]): void {
    if (!file || !checkCanSave('your logo')) return
    void run(() => uploadPicture<StoreLogoData>('/shop/uploadStoreLogo', file, 'logo'), 'Logo saved.')
  }

  function remove(): void {
    void run(async () => {
      try {
        await call('POST /shop/deleteStoreLogo')
      } catch (error) {
        throw new Error(explainError(error, REQUEST_FAILED), { cause: error })
      }
      return null
    }, 'Logo removed.')
  }

  return { isBusy, choose, remove }
}

function LogoPicture({ logo, name }: { logo: StoreLogoData | null; name: string | undefined }) {
  const frame = 'size-28 shrink-0 rounded-full border border-line lg:size-40'
  if (!logo)
    return (
      <div className={`${frame} grid place-items-center bg-mist`}>
        <Icon shapes={Store} aria-hidden="true" className="size-9 text-ink-soft" strokeWidth={1.25} />
      </div>
    )
  const alt = name ? `${name} logo` : 'Your logo'
  return (
    <img
      src={logo.image_url}
      alt={alt}
      width={160}
      height={160}
      className={`${frame} bg-sheet object-cover`}
    />
  )
}
