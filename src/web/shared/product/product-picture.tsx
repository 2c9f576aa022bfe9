import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import { pictureSources } from './picture-sources.ts'

/**
 * Renders a square picture of a product that fills its box. Until it has loaded, the box shows the picture's tint;
 * without a picture, the shop's placeholder. `sizes` is that of `<img sizes>`; `eager` is for the first pictures of a
 * page.
 */
export function ProductPicture(props: {
  image: ProductImageData | undefined
  alt: string
  sizes: string
  eager?: boolean
  onLoad?: () => void
}) {
  const { image, alt, sizes, eager = false, onLoad } = props
  const { src, avif } = pictureSources(image)
  return (
    <>
      {image?.tint && (
        // An SVG as backdrop, because the Content Security Policy forbids style attributes.
        <svg aria-hidden="true" className="cover">
          <rect fill={image.tint} />
        </svg>
      )}
      <picture>
        {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
        <img
          src={src}
          alt={alt}
          width={800}
          height={800}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          onLoad={onLoad}
          className="cover"
        />
      </picture>
    </>
  )
}
