/**
 * The widths in which `scripts/landing-pictures.ts` creates the front page's pictures; the first is that of the
 * fallback.
 */
const WIDTHS = { hero: [1280, 800, 1920], scene: [640, 1000], tile: [640, 320] } as const

/** The properties of a front page picture: `sizes` as in `<img sizes>`; only the first visible one is `eager`. */
export type LandingPictureProps = Readonly<{
  kind: keyof typeof WIDTHS
  name: string
  alt: string
  width: number
  height: number
  sizes: string
  className?: string
  eager?: boolean
}>

/** Renders a picture of the front page in all its widths. */
export function LandingPicture({
  kind,
  name,
  alt,
  width,
  height,
  sizes,
  className,
  eager = false,
}: LandingPictureProps) {
  const file = `/landing/${kind}-${name}`
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={WIDTHS[kind].map((w) => `${file}-${w}.avif ${w}w`).join(', ')}
        sizes={sizes}
      />
      <img
        src={`${file}-${WIDTHS[kind][0]}.webp`}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'sync' : 'async'}
        className={className}
      />
    </picture>
  )
}
