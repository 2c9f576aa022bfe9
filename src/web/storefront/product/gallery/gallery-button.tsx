import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'

/** Renders a round button on a picture; `place` is its position as classes. */
export function GalleryButton(props: { name: string; path: string; place: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={props.name}
      onClick={props.onClick}
      className={`absolute grid size-11 place-items-center rounded-full border border-line bg-paper/85 text-ink hover:bg-paper ${props.place}`}
    >
      <svg viewBox="0 0 20 20" className="size-5" fill="none" stroke="currentColor" aria-hidden="true">
        <path d={props.path} />
      </svg>
    </button>
  )
}

/** The properties of a gallery: the pictures, the current index, and the callback of a change. */
export type GalleryProps = Readonly<{
  images: readonly ProductImageData[]
  title: string
  index: number
  onIndex: (index: number) => void
}>

/** The zoom factor of a picture (CONST-11). */
export const ZOOM_FACTOR = 1.5
