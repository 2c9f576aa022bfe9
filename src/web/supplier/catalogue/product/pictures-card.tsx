import { ArrowLeft, ArrowRight, Camera, ImagePlus, Trash2 } from 'lucide'
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import type { OwnPictureData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'
import {
  type ChangePictures,
  SLOT_COUNT,
  useProductPictures,
} from '../../onboarding/product/use-product-pictures.ts'
import type { ProductEditorState } from './use-product-editor.ts'

/**
 * Renders a product's pictures in the order shoppers see them. Pictures can be selected, dropped, pasted or taken with
 * the camera.
 */
export function PicturesCard({ editor }: { editor: ProductEditorState }) {
  const { form, change, faults } = editor
  const { pictures } = form.product
  const changePictures: ChangePictures = (edit) =>
    change((before) => ({
      ...before,
      product: { ...before.product, pictures: edit(before.product.pictures) },
    }))
  const { uploading, uploadError, choose } = useProductPictures(pictures.length, changePictures)
  const { dragged, setDragged, isOver, areaProps } = useDropArea((files) => void choose(files))
  return (
    <Panel title="Pictures" hint={`${pictures.length} of ${SLOT_COUNT}`}>
      <div
        {...areaProps}
        className={`rounded-md border border-dashed p-3 ${isOver ? 'border-accent bg-accent-mist' : 'border-line-strong'}`}
      >
        <ol
          aria-label="Pictures"
          className="grid grid-cols-1 gap-3 empty:hidden sm:grid-cols-2 xl:grid-cols-3"
        >
          {pictures.map((picture, index) => (
            <PictureItem
              key={picture.key}
              editor={editor}
              changePictures={changePictures}
              index={index}
              picture={picture}
              dragged={dragged}
              onDrag={setDragged}
            />
          ))}
        </ol>
        <AddButtons
          isBusy={uploading > 0}
          isFull={pictures.length >= SLOT_COUNT}
          onChoose={(files) => void choose(files)}
        />
      </div>
      <p className="mt-2 text-xs text-ink-soft">
        Choose files, drop them here or paste them: up to six JPEG, PNG or WebP pictures, 5 MB each. Lists
        show the first one.
      </p>
      <p role="alert" className="mt-1 text-xs text-danger">
        {[faults['pictures'], uploadError].filter(Boolean).join(' ')}
      </p>
    </Panel>
  )
}

/** Renders a picture with its actions; it can be dragged to the position of another. */
function PictureItem(props: {
  editor: ProductEditorState
  changePictures: ChangePictures
  picture: OwnPictureData
  index: number
  dragged: number | undefined
  onDrag: (index: number | undefined) => void
}) {
  const { editor, changePictures, picture, index, dragged, onDrag } = props
  const { form, change } = editor
  return (
    <li
      draggable
      onDragStart={() => onDrag(index)}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => dragged !== undefined && event.preventDefault()}
      onDrop={(event) => {
        if (dragged === undefined) return
        event.preventDefault()
        event.stopPropagation()
        changePictures((before) => moveItem(before, dragged, index))
        onDrag(undefined)
      }}
      className={`flex flex-col gap-2 rounded-md border border-line bg-sheet p-2 ${dragged === index ? 'opacity-50' : ''}`}
    >
      <Picture
        picture={picture}
        index={index}
        count={form.product.pictures.length}
        text={form.pictureTexts[picture.key] ?? ''}
        onText={(text) =>
          change((before) => ({
            ...before,
            pictureTexts: { ...before.pictureTexts, [picture.key]: text },
          }))
        }
        onMove={(to) => changePictures((before) => moveItem(before, index, to))}
        onRemove={() => changePictures((before) => before.filter(({ key }) => key !== picture.key))}
      />
    </li>
  )
}

/** Handles files dropped on the area or pasted on the page; moving a picture within the list is ignored. */
function useDropArea(take: (files: readonly File[]) => void) {
  const [dragged, setDragged] = useState<number>()
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    function paste(event: Event & Partial<Pick<ClipboardEvent, 'clipboardData'>>): void {
      const files = listImageFiles(event.clipboardData?.files)
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
  const areaProps = {
    onDragOver(event: DragEvent): void {
      if (dragged !== undefined || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent): void {
      setIsOver(false)
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      take(listImageFiles(event.dataTransfer.files))
    },
  }
  return { dragged, setDragged, isOver, areaProps }
}

function AddButtons(props: { isBusy: boolean; isFull: boolean; onChoose: (files: readonly File[]) => void }) {
  const { isBusy, isFull, onChoose } = props
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const inputProps = {
    type: 'file',
    accept: 'image/jpeg,image/png,image/webp',
    hidden: true,
    'aria-hidden': true,
    tabIndex: -1,
    onChange({ target }: { target: HTMLInputElement }) {
      onChoose([...(target.files ?? [])])
      // Allows selecting the same file again.
      target.value = ''
    },
  } as const
  return (
    <div className="flex flex-wrap justify-center gap-2 py-3">
      <Action icon={ImagePlus} busy={isBusy} disabled={isFull} onClick={() => files.current?.click()}>
        Add pictures
      </Action>
      <Action
        icon={Camera}
        busy={isBusy}
        disabled={isFull}
        className="pointer-fine:hidden"
        onClick={() => camera.current?.click()}
      >
        Take a photo
      </Action>
      <input ref={files} {...inputProps} multiple data-testid="picture-files" />
      <input ref={camera} {...inputProps} capture="environment" />
    </div>
  )
}

function Picture(props: {
  picture: OwnPictureData
  index: number
  count: number
  text: string
  onText: (text: string) => void
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const { picture, index, count, text, onText, onMove, onRemove } = props
  const place = index + 1
  return (
    <>
      <img
        src={picture.image_url}
        alt={text === '' ? `Picture ${place}` : text}
        width={400}
        height={400}
        draggable={false}
        className="aspect-square w-full cursor-grab rounded-sm bg-stone object-cover"
      />
      <div className="flex items-center justify-between gap-1">
        <IconAction
          label={`Move picture ${place} left`}
          icon={ArrowLeft}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <span className="text-xs text-ink-soft">{index === 0 ? 'First picture' : `Picture ${place}`}</span>
        <IconAction
          label={`Move picture ${place} right`}
          icon={ArrowRight}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <IconAction label={`Remove picture ${place}`} icon={Trash2} onClick={onRemove} />
      </div>
      <Field
        label={`Description of picture ${place}`}
        hideLabel
        placeholder="Description"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </>
  )
}

/** Returns a list with the item at `from` moved to `to`; the order of the others is preserved. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items[from]
  if (moved === undefined) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** Returns the pictures among dropped or pasted files. */
function listImageFiles(files: Iterable<File> | null | undefined): File[] {
  return [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
}
