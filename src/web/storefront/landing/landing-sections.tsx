import { HandCoins, PackageCheck, Send, ShoppingBag } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { BENEFITS, ORDER_FLOW_STEPS, TESTIMONIAL } from '#web/content/landing-copy.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LandingPicture } from './landing-picture.tsx'

/** Renders a vendor's benefits (LAND-18, LAND-19); the footer's 'Abouts' links here. */
export function Benefits() {
  return (
    <section id="benefits" tabIndex={-1} aria-labelledby="benefits-title" className="border-t border-line">
      <div className="page-width grid gap-10 py-16 md:py-24 lg:grid-cols-2 lg:gap-20">
        <div className="aspect-[4/3] overflow-hidden bg-stone lg:aspect-auto lg:min-h-[32rem]">
          <LandingPicture
            kind="scene"
            name="benefits"
            alt="A wide gold cuff"
            width={1000}
            height={1000}
            sizes="(min-width: 64rem) 45vw, 92vw"
            className="size-full object-cover"
          />
        </div>
        <div className="self-center">
          <h2 id="benefits-title" className="text-2xl">
            You sell. The supplier does the rest.
          </h2>
          <dl className="mt-8 divide-y divide-line border-y border-line">
            {BENEFITS.map(({ title, text }) => (
              <div key={title} className="grid gap-1 py-5 md:grid-cols-[2fr_3fr] md:gap-6">
                <dt className="text-base font-medium">{title}</dt>
                <dd className="text-sm text-ink-soft">{text}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href="/signup">Join Now</ButtonLink>
            <ButtonLink href="/signup" variant="outline">
              Start Selling
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Renders a testimonial (LAND-20). */
export function Testimonial() {
  return (
    <section aria-label="What vendors say" className="bg-mist">
      <figure className="page-width flex flex-col items-center py-20 text-center md:py-28">
        <span aria-hidden="true" className="h-px w-16 bg-gold" />
        <blockquote className="mt-8 max-w-[34ch] font-display text-xl font-[380] tracking-tight text-balance md:text-2xl">
          <p>{`“${TESTIMONIAL.quote}”`}</p>
        </blockquote>
        <figcaption className="mt-8 text-sm text-ink-soft">{TESTIMONIAL.who}</figcaption>
      </figure>
    </section>
  )
}

const ICONS = { order: ShoppingBag, forward: Send, fulfil: PackageCheck, profit: HandCoins } as const

/** Renders the four steps from the customer's order to the vendor's profit (LAND-21, LAND-22). */
export function OrderFlow() {
  return (
    <section aria-labelledby="flow" className="page-width py-16 md:py-24">
      <h2 id="flow" className="text-2xl">
        How it works
      </h2>
      <ol className="mt-10 grid gap-10 sm:grid-cols-2 md:mt-14 lg:grid-cols-4 lg:gap-8">
        {ORDER_FLOW_STEPS.map(({ icon, title, text }, index) => {
          const shapes = ICONS[icon]
          return (
            <li key={title} className="border-t border-line-strong pt-5">
              <span className="flex items-center justify-between text-ink-soft">
                <span className="text-sm tabular-nums">{`0${index + 1}`}</span>
                <Icon shapes={shapes} aria-hidden="true" className="size-6" strokeWidth={1.25} />
              </span>
              <h3 className="mt-8 text-lg">{title}</h3>
              <p className="mt-2 text-sm text-ink-soft">{text}</p>
            </li>
          )
        })}
      </ol>
      <ButtonLink href="/signup" className="mt-12">
        Get Started
      </ButtonLink>
    </section>
  )
}

/** Renders the call to action at the end of the front page (LAND-23). */
export function CallToAction() {
  return (
    <section aria-labelledby="ready" className="closing">
      <div className="page-width flex flex-col items-start justify-between gap-8 py-16 md:flex-row md:items-center md:py-24">
        <div>
          <h2 id="ready" className="text-2xl">
            Ready to get started?
          </h2>
          <p className="mt-3 max-w-prose opacity-80">
            It takes a few minutes, and you pay nothing until you sell.
          </p>
        </div>
        <ButtonLink href="/signup" size="lg" className="closing-button">
          Sign Up
        </ButtonLink>
      </div>
    </section>
  )
}
