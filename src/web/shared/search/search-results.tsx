import type { SearchHitData } from '#features/catalogue/catalog/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Link } from '#web/ui/link.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { countSearchResults } from '../listing/load-search-listing.ts'
import { formatDollars } from '../product/price-view.ts'
import { ProductPicture } from '../product/product-picture.tsx'
import { listCategories } from '#web/shared/product/category-names.ts'
import { readMarketplaceSearch } from './marketplace-search.ts'
import { clearRecentSearches } from './recent-searches.ts'
import type { SearchSheetProps } from './search-sheet.tsx'
import type { SearchHits } from './use-product-search.ts'
import { ArrowRight, Clock, Store, Tag } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useEffect, useState } from 'react'

/**
 * Renders the results below a search box: categories, suppliers and products, or recent searches. It is at most 24rem
 * high and scrolls inside (CONST-08); the row that leads to all results stays visible at the bottom.
 */
export function SearchResults({ found, recent, allHref, hrefFor, onForget, ...list }: SearchSheetProps) {
  if (!found) return <RecentSearches texts={recent} list={list} hrefFor={hrefFor} onForget={onForget} />
  const { hits, text } = found
  return (
    // A scrollable area must be reachable by keyboard.
    <div tabIndex={hits.length === 0 ? undefined : 0} className="max-h-96 overflow-y-auto overscroll-contain">
      <LiveRegion message={hits.length === 0 ? 'No products found' : `${hits.length} products found`} />
      {hits.length === 0 && <p className="px-5 pt-6 pb-2 text-sm text-ink-soft">No products found</p>}
      <div role="listbox" id={list.listId} aria-label="Found">
        <div className="p-2">
          <CategoryAndSupplierHits found={found} list={list} />
          {hits.map((hit) => (
            <HitOption key={hit.id} hit={hit} typed={text} list={list} />
          ))}
        </div>
        <div className="sticky bottom-0 border-t border-line bg-sheet p-2">
          <Option list={list} name="all" href={hits.length === 0 ? allHref : hrefFor(text)}>
            <Icon shapes={ArrowRight} aria-hidden="true" className="mx-5 size-4 shrink-0" strokeWidth={1.5} />
            <span className="min-w-0 flex-1 py-2.5 font-medium">
              {hits.length === 0 ? 'Show more' : <AllResultsLabel text={text} />}
            </span>
          </Option>
        </div>
      </div>
    </div>
  )
}

/** Renders the link text to all results. The count loads after the hits, so that it never delays them. */
function AllResultsLabel({ text }: { text: string }) {
  const count = useResultCount(text)
  if (!count || count.total === 0) return 'See all results'
  if (count.total === 1) return 'See 1 result'
  return `See all ${count.total.toLocaleString('en-US')}${count.isCapped ? '+' : ''} results`
}

type ListProps = Pick<SearchSheetProps, 'listId' | 'activeId' | 'onFollow'>

/**
 * Renders a row of the list: a link, with the role of an option for screen readers, as the focus stays in the input.
 */
function Option(props: { list: ListProps; name: string; href: string; children: ReactNode }) {
  const { list, name, href, children } = props
  const id = `${list.listId}-${name}`
  return (
    <Link
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={id === list.activeId}
      href={href}
      onClick={list.onFollow}
      className="flex items-center rounded-md text-sm text-ink hover:bg-mist aria-selected:bg-mist aria-selected:outline-1 aria-selected:outline-line-strong"
    >
      {children}
    </Link>
  )
}

function HitOption({ hit, typed, list }: { hit: SearchHitData; typed: string; list: ListProps }) {
  return (
    <Option list={list} name={hit.id} href={`/product/${hit.id}`}>
      <span className="relative m-2 size-14 shrink-0 overflow-hidden rounded-sm bg-stone">
        <ProductPicture image={hit.product_images[0]} alt="" sizes="56px" />
      </span>
      <span className="mx-2 min-w-0 flex-1">
        <span className="line-clamp-2">
          <HighlightedName text={hit.name} typed={typed} />
        </span>
      </span>
      <span className="shrink-0 p-2 tabular-nums">{formatDollars(Number(hit.price))}</span>
    </Option>
  )
}

/** Renders the categories and suppliers that match the typed text. */
function CategoryAndSupplierHits({
  found: { text, suppliers },
  list,
}: {
  found: SearchHits
  list: ListProps
}) {
  const query = text.toLowerCase().split(/\s+/)
  const categories = listCategories().filter(([, label]) =>
    query.some((word) => word.length > 1 && label.toLowerCase().startsWith(word)),
  )
  return (
    <>
      {categories.map(([name, label]) => (
        <Option key={name} list={list} name={name} href={`/marketplace?category=${name}`}>
          <Icon shapes={Tag} aria-hidden="true" className="mx-5 size-4 shrink-0" strokeWidth={1.5} />
          <span className="flex-1 py-2.5">
            <HighlightedName text={label} typed={text} />
          </span>
          <span className="p-2 text-xs text-ink-soft">Category</span>
        </Option>
      ))}
      {suppliers.map(({ id, name }) => (
        <Option key={id} list={list} name={id} href={`/store-profile?id=${id}`}>
          <Icon shapes={Store} aria-hidden="true" className="mx-5 size-4 shrink-0" strokeWidth={1.5} />
          <span className="min-w-0 flex-1 truncate py-2.5">
            <HighlightedName text={name} typed={text} />
          </span>
          <span className="p-2 text-xs text-ink-soft">Supplier</span>
        </Option>
      ))}
    </>
  )
}

function RecentSearches(
  props: { texts: readonly string[]; list: ListProps; onForget: () => void } & Pick<
    SearchSheetProps,
    'hrefFor'
  >,
) {
  const { texts, list, hrefFor, onForget } = props
  function forget(): void {
    clearRecentSearches()
    onForget()
  }
  return (
    <div className="max-h-96 overflow-y-auto overscroll-contain p-2">
      <div className="flex items-center justify-between px-3 py-1 text-xs text-ink-soft">
        <p>Recent searches</p>
        <button type="button" onClick={forget} className="text-link min-h-8">
          Clear
        </button>
      </div>
      <div role="listbox" id={list.listId} aria-label="Recent searches">
        {texts.map((text, index) => (
          <Option key={text} list={list} name={String(index)} href={hrefFor(text)}>
            <Icon
              shapes={Clock}
              aria-hidden="true"
              className="mx-4 size-4 shrink-0 text-ink-soft"
              strokeWidth={1.5}
            />
            <span className="min-w-0 flex-1 truncate py-2.5">{text}</span>
          </Option>
        ))}
      </div>
    </div>
  )
}

function HighlightedName({ text, typed }: { text: string; typed: string }) {
  return highlightMatches(text, typed).map(({ text: part, at, isMarked }) =>
    isMarked ? (
      <mark key={at} className="bg-transparent font-semibold text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** A segment of a name: its position, and whether it matches the typed text. */
type NameSegment = Readonly<{ text: string; at: number; isMarked: boolean }>

/** Splits a name into segments and marks the typed beginnings of words, ignoring case and accents. */
export function highlightMatches(name: string, query: string): readonly NameSegment[] {
  const folded = normalize(name)
  const queryWords = normalize(query).match(/[\p{L}\p{N}]+/gu) ?? []
  // If folding changes the length, positions would be wrong: then nothing is marked.
  if (queryWords.length === 0 || folded.length !== name.length)
    return [{ text: name, at: 0, isMarked: false }]
  const longest = [...new Set(queryWords)].toSorted((a, b) => b.length - a.length)
  const prefixPattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest.join('|')})`, 'gu')
  const segments: NameSegment[] = []
  let lastEnd = 0
  for (const { index, 0: found } of folded.matchAll(prefixPattern)) {
    if (index > lastEnd) segments.push({ text: name.slice(lastEnd, index), at: lastEnd, isMarked: false })
    lastEnd = index + found.length
    segments.push({ text: name.slice(index, lastEnd), at: index, isMarked: true })
  }
  if (lastEnd < name.length) segments.push({ text: name.slice(lastEnd), at: lastEnd, isMarked: false })
  return segments
}

function normalize(text: string): string {
  return text.normalize('NFC').replaceAll(/\p{L}/gu, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    return plain.length === letter.length ? plain : letter
  })
}

/** The number of results; if `isCapped`, counting stopped before all products were counted. */
type ResultCount = Readonly<{ total: number; isCapped: boolean }>

/** Returns how many results the text has on its own page; undefined until they are counted. */
function useResultCount(text: string): ResultCount | undefined {
  const [counted, setCounted] = useState<{ text: string; count: ResultCount | undefined }>()
  useEffect(() => {
    let isCurrent = true
    void countSearchResults(call, readMarketplaceSearch({ productName: text })).then((count) => {
      if (isCurrent) setCounted({ text, count })
    })
    return () => void (isCurrent = false)
  }, [text])
  return counted?.text === text ? counted.count : undefined
}
