import { ArrowUpRight } from 'lucide-react'
import type { RefObject } from 'react'
import { Film } from './film.tsx'
import type { Picture, Step } from './steps.ts'

/** One step: its film or picture, title, description and paragraph (DLG-02); `heading` is where readers go on. */
export function StepView({ step, heading }: { step: Step; heading: RefObject<HTMLHeadingElement | null> }) {
  const { title, description, paragraph, hasFilm, picture, link } = step
  return (
    <>
      {hasFilm ? <Film /> : <WidePicture picture={picture} />}
      <div className="flex flex-col items-start gap-3 px-5 pt-6 pb-2 md:px-8">
        <h3 ref={heading} tabIndex={-1} className="text-xl">
          {title}
        </h3>
        <p className="font-medium">{description}</p>
        <p className="text-sm text-ink-soft">{paragraph}</p>
        {link && (
          // In a tab of its own: the steps that are left stay where they are.
          <a
            href={link.href}
            target="_blank"
            rel="noopener"
            className="text-link inline-flex min-h-6 items-center gap-1 text-sm"
          >
            {link.label}
            <ArrowUpRight aria-hidden="true" className="size-4" strokeWidth={1.5} />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
      </div>
    </>
  )
}

function WidePicture({ picture: { avif, webp } }: { picture: Picture }) {
  return (
    <picture>
      <source type="image/avif" srcSet={avif} />
      <img
        src={webp}
        alt=""
        width={1280}
        height={720}
        className="aspect-video w-full bg-stone object-cover"
      />
    </picture>
  )
}
