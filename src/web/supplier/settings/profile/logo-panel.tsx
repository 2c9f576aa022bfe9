import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Store, Trash2 } from 'lucide'
import { type RefObject, useRef, useState } from 'react'
import type { OwnStoreData, StoreLogoData } from '#features/catalogue/suppliers/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { uploadPicture } from '../../onboarding/product/picture-upload-button.tsx'
import { LogoCropDialog } from './logo-crop-dialog.tsx'

type LogoPanelProps = Readonly<{ store: OwnStoreData; queryKey: readonly string[] }>

/** Renders the store's logo. A new one is cropped to a square before it is uploaded. */
export function LogoPanel({ store, queryKey }: LogoPanelProps) {
  const [image, setImage] = useState<ImageBitmap>()
  const input = useRef<HTMLInputElement>(null)
  const mayEdit = useCan()('settings:write')
  const { show, remove } = useLogo(store, queryKey)

  async function open(file: File | undefined): Promise<void> {
    if (!file) return
    try {
      setImage(await createImageBitmap(file))
    } catch {
      toast.error('We can’t read this file. Choose a JPEG, PNG or WebP picture.')
    }
  }

  return (
    <Panel title="Logo" hint="Shown beside your name.">
      <div className="flex items-center gap-4 lg:flex-col lg:items-start">
        <LogoImage store={store} />
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            <Action icon={ImagePlus} onClick={() => input.current?.click()}>
              {store.logo ? 'Change logo' : 'Add logo'}
            </Action>
            {store.logo && (
              <IconAction
                label="Remove logo"
                icon={Trash2}
                disabled={remove.isPending}
                onClick={() => remove.mutate()}
              />
            )}
          </div>
        )}
      </div>
      <LogoInput inputRef={input} onChoose={(file) => void open(file)} />
      {image && (
        <LogoCropDialog
          image={image}
          onClose={() => setImage(undefined)}
          onSave={async (file) => {
            show(await uploadPicture<StoreLogoData>('/shop/uploadStoreLogo', file, 'logo'))
            toast.success('Logo saved.')
          }}
        />
      )}
    </Panel>
  )
}

/** Returns functions that replace and remove the logo. */
function useLogo(store: OwnStoreData, queryKey: readonly string[]) {
  const queries = useQueryClient()
  const show = (logo: StoreLogoData | null) => queries.setQueryData(queryKey, { ...store, logo })
  const remove = useMutation({
    mutationFn: () => call('POST /shop/deleteStoreLogo'),
    onSuccess({ message }) {
      show(null)
      toast.success(message)
    },
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t remove the logo. Please try again in a moment.')),
  })
  return { show, remove }
}

function LogoInput({
  inputRef,
  onChoose,
}: Readonly<{ inputRef: RefObject<HTMLInputElement | null>; onChoose: (file: File | undefined) => void }>) {
  return (
    <input
      ref={inputRef}
      type="file"
      accept="image/jpeg,image/png,image/webp"
      hidden
      aria-hidden
      tabIndex={-1}
      data-testid="logo-file"
      onChange={({ target }) => {
        onChoose(target.files?.[0])
        // Allows selecting the same file again.
        target.value = ''
      }}
    />
  )
}

function LogoImage({ store: { logo, name } }: Pick<LogoPanelProps, 'store'>) {
  const className = 'size-28 shrink-0 rounded-md border border-line bg-stone'
  return logo ? (
    <img
      src={logo.image_url}
      alt={`Logo of ${name ?? 'your store'}`}
      width={112}
      height={112}
      className={`${className} object-cover`}
    />
  ) : (
    <span className={`${className} grid place-items-center text-ink-soft`}>
      <Icon shapes={Store} aria-hidden="true" className="size-10" strokeWidth={1} />
    </span>
  )
}
