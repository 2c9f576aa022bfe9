import type { CampaignData } from '#features/catalogue/promotions/contract.ts'
import type { Call } from '#web/app/calls/api.ts'
import { Link } from '#web/ui/link.tsx'

/** The position and colour of the text on each picture. */
const PICTURES = {
  emerald: {
    place: 'items-end text-end',
    tone: 'text-white',
    crop: 'object-[71%] md:object-left',
  },
  // The blush picture is bright in both themes, so its text is always dark.
  blush: { place: 'items-start', tone: 'text-[#1c1a17]', crop: 'object-[48%] md:object-right' },
} as const

type Banner = Pick<CampaignData, 'id' | 'title' | 'text' | 'link' | 'picture'> &
  Readonly<{ endsAt?: string | null }>

const SUMMER_SALE = {
  title: 'Summer Sale',
  text: 'Up to 50% Off!',
  link: { label: 'Buy Now', path: '/marketplace?onOffer=1&sort=discount' },
} as const

/**
 * The banners while no campaign is running: the summer sale twice, linking to discounted products (MKT-21, MKT-22,
 * CONST-22).
 */
const FIRST_BANNERS: readonly Banner[] = [
  { id: 'emerald', picture: 'emerald', ...SUMMER_SALE },
  { id: 'blush', picture: 'blush', ...SUMMER_SALE },
]

/** Returns the operator's current campaigns; an empty list if they could not be loaded. */
export async function loadCampaigns(call: Call): Promise<readonly CampaignData[]> {
  try {
    return (await call('GET /shop/getStorefront')).campaigns
  } catch {
    return []
  }
}

/** Renders 'Special Offers': the operator's current campaigns. */
export function SpecialOffers({ campaigns = [] }: { campaigns?: readonly CampaignData[] | undefined }) {
  const banners: readonly Banner[] = campaigns.length > 0 ? campaigns : FIRST_BANNERS
  return (
    <section aria-labelledby="special-offers" className="flex flex-col gap-6">
      <h2 id="special-offers" className="text-xl">
        Special Offers
      </h2>
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
        {banners.map((banner) => (
          <OfferBanner key={banner.id} banner={banner} />
        ))}
      </div>
    </section>
  )
}

function OfferBanner({ banner: { picture, title, text, link, endsAt } }: { banner: Banner }) {
  const { place, tone, crop } = PICTURES[picture]
  const file = `/banners/summer-sale-${picture}`
  return (
    <div
      className={`relative isolate flex min-h-56 flex-col justify-center overflow-hidden p-6 md:min-h-72 md:p-10 ${place} ${tone}`}
    >
      <picture>
        <source type="image/avif" srcSet={`${file}-800.avif 800w, ${file}-1600.avif 1600w`} sizes={SIZES} />
        <img
          src={`${file}-800.webp`}
          srcSet={`${file}-800.webp 800w, ${file}-1600.webp 1600w`}
          sizes={SIZES}
          alt=""
          width={1600}
          height={600}
          loading="lazy"
          decoding="async"
          className={`absolute inset-0 -z-10 size-full object-cover ${crop}`}
        />
      </picture>
      <h3 className="max-w-[20ch] text-xl wrap-anywhere">{title}</h3>
      {text !== '' && <p className="mt-1 max-w-[32ch] text-base wrap-anywhere">{text}</p>}
      {endsAt && <p className="mt-1 text-sm">Until {END_FORMAT.format(new Date(endsAt))}</p>}
      {/* White on both pictures, in both themes. */}
      <Link
        href={link.path}
        className="mt-5 inline-flex min-h-11 items-center rounded-full bg-white px-6 text-sm font-medium text-[#1c1a17] hover:underline"
      >
        {link.label}
      </Link>
    </div>
  )
}

/** In UTC, so that server and browser render the same day. */
const END_FORMAT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

const SIZES = '(min-width: 64rem) 46vw, 94vw'
