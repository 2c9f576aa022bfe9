import { LandingPicture } from './landing-picture.tsx'
import { Pause, Play, Search } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { SearchBox } from '#web/shared/search/search-box.tsx'

/** How long each picture of the hero is shown, in milliseconds (CONST-07). */
export const HERO_INTERVAL_MS = 5_000

/**
 * The three pictures of the hero. `tone` is the brightness of the picture's text area; `mirrored` ones have their
 * products on the right.
 */
export const HERO_SLIDES = [
  {
    name: 'silk',
    alt: 'A diamond solitaire, a sapphire halo ring and a strand of pearls on ivory silk',
    tone: 'light',
    mirrored: false,
  },
  {
    name: 'midnight',
    alt: 'A sapphire ring, an eternity ring and a line of diamonds on dark marble',
    tone: 'dark',
    mirrored: true,
  },
  {
    name: 'sunlit-stone',
    alt: 'Gold hoops, a signet ring and an open cuff on travertine in the sun',
    tone: 'light',
    mirrored: false,
  },
] as const

/** Returns the next slide; the last is followed by the first (STATE-17). */
export function nextSlide(index: number): number {
  return (index + 1) % HERO_SLIDES.length
}

/** Renders the first screen of the front page: three pictures in turn, headline, and search. */
export function Hero() {
  const rotation = useRotation()
  const slide = HERO_SLIDES[rotation.index] ?? HERO_SLIDES[0]
  return (
    <section
      aria-label="Welcome"
      data-tone={slide.tone}
      data-slide={slide.name}
      onPointerEnter={() => rotation.point(true)}
      onPointerLeave={() => rotation.point(false)}
      onFocus={() => rotation.focus(true)}
      onBlur={() => rotation.focus(false)}
      className="hero"
    >
      <div className="hero-pictures">
        {HERO_SLIDES.map((each, index) => (
          <div
            key={each.name}
            className="hero-slide"
            data-current={index === rotation.index || undefined}
            data-tone={each.tone}
            data-mirrored={each.mirrored || undefined}
          >
            {(index === 0 || rotation.isHydrated) && (
              <LandingPicture
                kind="hero"
                name={each.name}
                alt={index === rotation.index ? each.alt : ''}
                width={1920}
                height={1080}
                sizes="(min-width: 64rem) 100vw, 180vw"
                eager={index === 0}
              />
            )}
          </div>
        ))}
      </div>
      <div className="page-width hero-words">
        <p className="eyebrow hero-soft">The drop-shipping marketplace for jewellery</p>
        <h1 className="mt-4 max-w-[13ch] text-3xl">Fine jewellery, direct from the source.</h1>
        <p className="hero-soft mt-5 max-w-[40ch] text-base lg:max-w-[35ch] lg:text-lg">
          Rings, necklaces and more from verified suppliers, who ship each order to the door. Buy for
          yourself, or sell in your own store.
        </p>
        <HeroSearch />
      </div>
      <RotationButton isPaused={rotation.isPaused} onToggle={rotation.toggle} />
    </section>
  )
}

function RotationButton({ isPaused, onToggle }: { isPaused: boolean; onToggle: () => void }) {
  const shapes = isPaused ? Play : Pause
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-label={isPaused ? 'Play slideshow' : 'Pause slideshow'}
      className="hero-pause"
    >
      <Icon shapes={shapes} aria-hidden="true" className="size-4" strokeWidth={1.5} />
    </button>
  )
}

type Rotation = Readonly<{
  index: number
  /** False at first, so that only the first picture is loaded. */
  isHydrated: boolean
  isPaused: boolean
  toggle: () => void
  point: (isInside: boolean) => void
  focus: (isWithin: boolean) => void
}>

/** Rotates the pictures every five seconds, except under reduced motion, during hover or focus, or once paused. */
function useRotation(): Rotation {
  const [index, setIndex] = useState(0)
  const [isHydrated, setIsHydrated] = useState(false)
  const [isPaused, setIsPaused] = useState(false)
  const [isPointed, setIsPointed] = useState(false)
  const [isFocused, setIsFocused] = useState(false)

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setIsPaused(true)
    // The other two pictures load later, so that the first has the full bandwidth.
    const timer = setTimeout(() => setIsHydrated(true), HERO_INTERVAL_MS / 2)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (isPaused || isPointed || isFocused) return
    const timer = setInterval(() => setIndex(nextSlide), HERO_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isPaused, isPointed, isFocused])

  return {
    index,
    isHydrated,
    isPaused,
    toggle: () => setIsPaused(!isPaused),
    point: setIsPointed,
    focus: setIsFocused,
  }
}

/**
 * Renders the hero's product search (LAND-05 to LAND-11). Before hydration it is a plain form that searches the
 * marketplace.
 */
function HeroSearch() {
  return (
    <SearchBox className="relative mt-8 max-w-lg text-ink" allHref="/marketplace">
      {({ input, submit, isBusy }) => (
        <form
          role="search"
          aria-label="Products"
          action="/marketplace"
          onSubmit={submit}
          className="field-group"
        >
          {/* Both options search products (LAND-06), so the select has no name and is not submitted. */}
          <select
            aria-label="Search in"
            defaultValue="All"
            className="h-full field-sizing-content rounded-l-full bg-transparent pr-1 pl-4 text-sm"
          >
            <option>All</option>
            <option>Products</option>
          </select>
          <input
            {...input}
            type="search"
            name="productName"
            placeholder="What are you looking for?"
            aria-label="What are you looking for?"
            className="search-input h-full min-w-0 flex-1 border-l border-line bg-transparent px-3 text-sm placeholder:text-ink-soft"
          />
          <button
            type="submit"
            aria-label="Search"
            aria-busy={isBusy || undefined}
            className="mr-1.5 grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-deep"
          >
            <Icon shapes={Search} aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          </button>
        </form>
      )}
    </SearchBox>
  )
}
