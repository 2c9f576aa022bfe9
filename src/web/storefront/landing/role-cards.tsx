import { ButtonLink } from '#web/ui/button.tsx'
import { LandingPicture } from './landing-picture.tsx'

const ROLES = [
  {
    picture: 'suppliers',
    alt: 'A sculpted gold ring',
    eyebrow: 'For manufacturers',
    title: 'Your workshop, in a hundred shop windows',
    text: 'List your products once. Vendors offer them to their own customers, orders reach you ready to ship, and you focus on what you do best.',
  },
  {
    picture: 'vendors',
    alt: 'A pair of pearl drop earrings',
    eyebrow: 'For vendors',
    title: 'A jewellery counter without the stock',
    text: 'Choose products from verified suppliers, sync them to your store and set your own price. Nothing to buy upfront, nothing to pack.',
  },
] as const

/** Renders the two sign-up cards: for manufacturers and for vendors (LAND-12, LAND-13). */
export function RoleCards() {
  return (
    <section aria-label="For manufacturers and vendors" className="page-width pt-16 md:pt-24">
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-8">
        {ROLES.map((role) => (
          <article key={role.picture} className="grid bg-mist sm:grid-cols-[2fr_3fr]">
            <div className="relative min-h-56 overflow-hidden bg-stone">
              <LandingPicture
                kind="scene"
                name={role.picture}
                alt={role.alt}
                width={1000}
                height={1000}
                sizes="(min-width: 64rem) 20vw, (min-width: 30rem) 38vw, 92vw"
                className="absolute inset-0 size-full object-cover"
              />
            </div>
            <div className="flex flex-col items-start p-6 md:p-9">
              <p className="eyebrow">{role.eyebrow}</p>
              <h2 className="mt-3 text-xl">{role.title}</h2>
              <p className="mt-3 mb-6 text-sm text-ink-soft">{role.text}</p>
              <ButtonLink
                href="/signup"
                variant="outline"
                className="mt-auto"
                aria-label={`Get Started Now, ${role.eyebrow.toLowerCase()}`}
              >
                Get Started Now
              </ButtonLink>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}
