import { CATEGORY_NAMES } from '#web/shared/search/marketplace-search.ts'
import { Link } from '#web/ui/link.tsx'
import { LandingPicture } from './landing-picture.tsx'

/** The eight kinds of products, each leading to its part of the marketplace. */
export function CategoryTiles() {
  return (
    <section aria-labelledby="categories" className="page-width py-16 md:py-24">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="categories" className="text-2xl">
          Shop by category
        </h2>
        <Link href="/marketplace" className="text-link text-sm">
          All products
        </Link>
      </div>
      <ul className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 md:mt-12 md:grid-cols-4 md:gap-x-6 md:gap-y-10">
        {CATEGORY_NAMES.map((name) => (
          <li key={name}>
            <Link href={`/marketplace?category=${name}`} className="group block">
              <span className="block aspect-square overflow-hidden bg-stone">
                <LandingPicture
                  kind="tile"
                  name={name.toLowerCase()}
                  alt=""
                  width={640}
                  height={640}
                  sizes="(min-width: 48rem) 23vw, 45vw"
                  className="size-full object-cover transition-transform duration-250 group-hover:scale-[1.03]"
                />
              </span>
              <span className="mt-3 inline-block text-base underline-offset-4 group-hover:underline">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
