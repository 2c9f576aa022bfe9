import { BadgeCheck, Mail, MessageCircle } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import type { StoreData } from '#features/catalogue/suppliers/contract.ts'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Stars } from '#web/shared/product/stars.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import type { LoadedStore } from './load-store.ts'

/** Renders the store’s name, pictures of its products, and the links to contact it (STORE-01). */
export function StoreHeader({ data: { store, place, pictures } }: { data: LoadedStore }) {
  return (
    <header className="bg-mist">
      <div className="page-width grid items-center gap-8 py-6 md:py-10 lg:grid-cols-12 lg:gap-12">
        <div className={`min-w-0 ${pictures.length > 0 ? 'lg:col-span-6' : 'lg:col-span-8'}`}>
          <Breadcrumb
            crumbs={[
              { label: 'Home', href: '/' },
              { label: 'Marketplace', href: '/marketplace' },
              { label: store.name },
            ]}
          />
          <p className="mt-6 flex items-center gap-2 text-sm text-accent md:mt-8">
            <Icon shapes={BadgeCheck} aria-hidden="true" className="size-5" strokeWidth={1.5} />
            Verified supplier
          </p>
          <div className="mt-2 flex items-center gap-4">
            <StoreLogo logo={store.logo} />
            <h1 className="min-w-0 text-2xl wrap-anywhere">{store.name}</h1>
          </div>
          <p className="mt-2 text-ink-soft">{place}</p>
          <StoreRating measured={store.measured} />
          {store.description && <p className="mt-4 max-w-prose text-sm wrap-anywhere">{store.description}</p>}
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink href={`/contact-us?supplier=${store.id}`} aria-label={`Contact ${store.name}`}>
              <Icon shapes={Mail} aria-hidden="true" className="size-4" strokeWidth={1.5} />
              Contact
            </ButtonLink>
            <ButtonLink
              href={`/chat?supplier=${store.id}`}
              variant="outline"
              aria-label={`Chat with ${store.name}`}
            >
              <Icon shapes={MessageCircle} aria-hidden="true" className="size-4" strokeWidth={1.5} />
              Chat
            </ButtonLink>
          </div>
        </div>
        <StorePictures pictures={pictures} />
      </div>
    </header>
  )
}

/** Renders the logo without an alternative text, as the store's name is beside it. */
function StoreLogo({ logo }: Pick<StoreData, 'logo'>) {
  if (!logo) return null
  return (
    <img
      src={logo.image_url}
      alt=""
      width={72}
      height={72}
      className="size-18 shrink-0 rounded-full border border-line bg-sheet object-cover"
    />
  )
}

function StoreRating({ measured: { rating, ratingCount } }: { measured: StoreData['measured'] }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm tabular-nums">
      <Stars rating={rating} />
      {ratingCount === 0 ? (
        <span className="text-ink-soft">No reviews yet</span>
      ) : (
        <a href="#reviews" className="text-link">
          {`${rating.toFixed(1)} (${ratingCount === 1 ? '1 review' : `${ratingCount.toLocaleString('en-US')} reviews`})`}
        </a>
      )}
    </p>
  )
}

/** Renders a large picture and two small ones; they are decorative, as the products follow below. */
function StorePictures({ pictures }: { pictures: readonly ProductImageData[] }) {
  if (pictures.length === 0) return null
  const hasThreePictures = pictures.length > 2
  return (
    <div className={`grid gap-2 md:gap-3 lg:col-span-6 ${hasThreePictures ? 'grid-cols-3' : 'grid-cols-2'}`}>
      {pictures.map((picture, place) => (
        <div
          key={picture.image_url}
          className={`relative aspect-square overflow-hidden bg-stone ${hasThreePictures && place === 0 ? 'col-span-2 row-span-2' : ''}`}
        >
          <ProductPicture image={picture} alt="" sizes={place === 0 ? LARGE : SMALL} eager={place === 0} />
        </div>
      ))}
    </div>
  )
}

const LARGE = '(min-width: 64rem) 30vw, 60vw'
const SMALL = '(min-width: 64rem) 15vw, 30vw'
