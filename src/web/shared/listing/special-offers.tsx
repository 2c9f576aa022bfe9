import { Link } from '#web/ui/link.tsx'

const BANNERS = [
  {
    picture: 'emerald',
    place: 'items-end text-end',
    tone: 'text-white',
    crop: 'object-[71%] md:object-left',
  },
  // The blush picture is bright by day and by night.
  { picture: 'blush', place: 'items-start', tone: 'text-[#1c1a17]', crop: 'object-[48%] md:object-right' },
] as const

/** 'Special Offers': twice the summer sale, leading to the discounted products (MKT-21, MKT-22, CONST-22). */
export function SpecialOffers() {
  return (
    <section aria-labelledby="special-offers" className="flex flex-col gap-6">
      <h2 id="special-offers" className="text-xl">
        Special Offers
      </h2>
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
        {BANNERS.map((banner) => (
          <SummerSale key={banner.picture} {...banner} />
        ))}
      </div>
    </section>
  )
}

function SummerSale({ picture, place, tone, crop }: (typeof BANNERS)[number]) {
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
      <h3 className="text-xl">Summer Sale</h3>
      <p className="mt-1 text-base">Up to 50% Off!</p>
      {/* White on both pictures, by day and by night. */}
      <Link
        href="/marketplace?onOffer=1&sort=discount"
        className="mt-5 inline-flex min-h-11 items-center rounded-full bg-white px-6 text-sm font-medium text-[#1c1a17] hover:underline"
      >
        Buy Now
      </Link>
    </div>
  )
}

const SIZES = '(min-width: 64rem) 46vw, 94vw'
