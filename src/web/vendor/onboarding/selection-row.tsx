import { Eye, Pencil, Trash2 } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { SHOP_CURRENCY } from '#core/money.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { pictureSources } from '#web/shared/product/picture-sources.ts'
import { formatAmount, formatDollars } from '#web/shared/product/price-view.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import type { SelectableProduct } from './selectable-product.ts'
import type { SelectionTableContext } from './selection-table.tsx'

const RetailSettingsEditor = lazyComponent(
  async () => (await import('./retail-settings-editor.tsx')).RetailSettingsEditor,
)

type SelectionRowProps = Readonly<{ product: SelectableProduct; setting: SelectionTableContext }>

/** Renders a product in a vendor's table. While open, the form for its retail price and quantity is shown below it. */
export function SelectionRow({ product, setting }: SelectionRowProps) {
  const { selection, currency } = setting
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const selected = selection.of(product.id)
  const displayed = selected ? { ...product, ...retailSettingsFrom(selected) } : product
  const close = () => {
    setIsOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <tr data-chosen={selected ? '' : undefined}>
        <td className="product-table-select">
          <SelectBox product={product} chosen={selected} setting={setting} />
        </td>
        <td className="product-table-image">
          <Thumb product={product} />
        </td>
        <td className="product-table-name">
          <span className="wrap-anywhere">{product.name}</span>
          <SyncState sync={product.sync} isOffered={product.isOffered} />
        </td>
        <td className="product-table-price">
          <CardLabel>Price</CardLabel>
          <Price product={displayed} />
        </td>
        <td className="product-table-quantity">
          <CardLabel>Quantity</CardLabel>
          <Quantity product={displayed} />
        </td>
        <td className="product-table-action">
          <Actions
            product={product}
            chosen={selected}
            setting={setting}
            isOpen={isOpen}
            opener={opener}
            onToggle={() => setIsOpen(!isOpen)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6} className="product-table-editor">
            <Suspense fallback={<Skeleton className="h-24 w-full" />}>
              <RetailSettingsEditor
                product={displayed}
                currency={currency}
                selection={selection}
                onClose={close}
              />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
}

/** Renders the label of a cell on phones, where the table head is hidden. */
function CardLabel({ children }: { children: string }) {
  return <span className="block text-xs text-ink-soft md:hidden">{children}</span>
}

function retailSettingsFrom(selected: SelectableProduct) {
  const { retailPrice, retailCurrency, rulePrice = null, ruleCurrency = null, quantity } = selected
  return { retailPrice, retailCurrency, rulePrice, ruleCurrency, quantity }
}

type SelectionCellProps = Readonly<{
  product: SelectableProduct
  chosen: SelectableProduct | undefined
  setting: SelectionTableContext
}>

function SelectBox({ product, chosen, setting: { selection } }: SelectionCellProps) {
  const isHydrated = useIsHydrated()
  // Set while saving, so that the checkbox changes immediately; it reverts if saving fails.
  const [wanted, setWanted] = useState<boolean>()
  const toggle = () => {
    if (wanted !== undefined) return
    setWanted(!chosen)
    void (chosen ? selection.remove(product) : selection.add(product)).finally(() => setWanted(undefined))
  }
  return (
    <input
      type="checkbox"
      aria-label={`Select ${product.name}`}
      aria-busy={wanted !== undefined}
      checked={wanted ?? chosen !== undefined}
      // Not disabled while saving, as keyboard users would lose the focus.
      disabled={!isHydrated || selection.state.kind !== 'listed'}
      onChange={toggle}
      className="size-6 accent-accent"
    />
  )
}

function Thumb({ product: { image } }: { product: SelectableProduct }) {
  const { src, avif } = pictureSources(image)
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes="72px" />}
      <img
        src={src}
        alt=""
        width={72}
        height={72}
        loading="lazy"
        decoding="async"
        className="size-18 rounded-sm bg-stone object-cover"
      />
    </picture>
  )
}

function Price({ product }: { product: SelectableProduct }) {
  const { price, retailPrice, retailCurrency, rulePrice = null, ruleCurrency } = product
  const own =
    retailPrice === null
      ? rulePrice !== null && formatAmount(rulePrice, ruleCurrency ?? SHOP_CURRENCY)
      : formatAmount(retailPrice, retailCurrency ?? SHOP_CURRENCY)
  if (own === false) return formatDollars(price)
  return (
    <>
      {own}
      {retailPrice === null && <span className="block text-xs text-ink-soft">by your price rule</span>}
      <span className="block text-xs text-ink-soft">marketplace {formatDollars(price)}</span>
    </>
  )
}

function Quantity({ product: { quantity, stock } }: { product: SelectableProduct }) {
  if (quantity === null) return stock
  return (
    <>
      {quantity}
      <span className="block text-xs text-ink-soft">of {stock} in stock</span>
    </>
  )
}

const STATES = {
  pending: { tone: 'plain', label: 'Waiting' },
  synced: { tone: 'accent', label: 'Synced' },
  failed: { tone: 'danger', label: 'Not synced' },
} as const

function SyncState({ sync, isOffered }: Pick<SelectableProduct, 'sync' | 'isOffered'>) {
  if (!sync || sync.state === 'none')
    return isOffered ? null : (
      <span className="mt-1 block text-xs text-ink-soft">Not available right now</span>
    )
  const { tone, label } = STATES[sync.state]
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2 text-xs">
      <Badge tone={tone}>{label}</Badge>
      {sync.problem && <span className="text-danger wrap-anywhere">{sync.problem}</span>}
      {sync.note && <span className="text-ink-soft wrap-anywhere">{sync.note}</span>}
    </span>
  )
}

function Actions(
  props: SelectionCellProps & {
    isOpen: boolean
    opener: RefObject<HTMLButtonElement | null>
    onToggle: () => void
  },
) {
  const { product, chosen, setting, isOpen, opener, onToggle } = props
  const isHydrated = useIsHydrated()
  return (
    <div className="flex gap-1">
      <Link
        href={`/product/${product.id}`}
        aria-label={`View ${product.name}`}
        title="View"
        className={ICON_BUTTON}
      >
        <Icon shapes={Eye} {...ICON} />
      </Link>
      <button
        ref={opener}
        type="button"
        aria-label={`Edit price and quantity of ${product.name}`}
        aria-expanded={isOpen}
        title="Edit price and quantity"
        disabled={!isHydrated}
        onClick={onToggle}
        className={ICON_BUTTON}
      >
        <Icon shapes={Pencil} {...ICON} />
      </button>
      <button
        type="button"
        aria-label={`Remove ${product.name} from your selection`}
        title="Remove from your selection"
        disabled={!isHydrated || !chosen}
        onClick={() => void setting.selection.remove(product)}
        className={ICON_BUTTON}
      >
        <Icon shapes={Trash2} {...ICON} />
      </button>
    </div>
  )
}

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

const ICON_BUTTON =
  'grid size-10 place-items-center rounded-full text-ink hover:bg-mist disabled:cursor-not-allowed disabled:text-ink-faint'
