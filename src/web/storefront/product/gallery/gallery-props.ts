import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'

/** What a gallery is given: the pictures, which of them is shown, and whom to tell of another. */
export type GalleryProps = Readonly<{
  images: readonly ProductImageData[]
  title: string
  index: number
  onIndex: (index: number) => void
}>
