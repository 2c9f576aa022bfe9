import type { SizeGuideKind } from '#features/catalogue/catalog/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { parseCentimetres, formatInches, standardLengths } from './lengths.ts'
import { toSupplierRingSize, RING_SIZES, type RingSize } from './ring-sizes.ts'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The subject of the guide: a kind of product, and this product's sizes in its supplier's names. */
export type SizeGuideProps = Readonly<{
  isOpen: boolean
  onClose: () => void
  kind: SizeGuideKind
  standard: string | null
  sizes: readonly string[]
}>

/**
 * Renders the size guide of a product: its sizes in all systems, measuring, and the whole table. It can be printed.
 */
export function SizeGuide(props: SizeGuideProps) {
  const { isOpen, onClose, kind, standard, sizes } = props
  // Rendered outside of the shop's frame, so that it can be printed alone.
  return createPortal(
    <Drawer isOpen={isOpen} onClose={onClose} title="Size guide">
      <div className="printable mt-2 flex flex-col gap-8 text-sm">
        {kind === 'rings' ? (
          <RingGuide sizes={sizes} standard={standard} />
        ) : (
          <LengthGuide kind={kind} sizes={sizes} />
        )}
        <Button variant="outline" className="print:hidden" onClick={() => window.print()}>
          Print this guide
        </Button>
      </div>
    </Drawer>,
    document.body,
  )
}

const SYSTEMS = ['US', 'EU', 'UK', 'SG', 'Inside'] as const

function RingGuide({ sizes, standard }: Pick<SizeGuideProps, 'sizes' | 'standard'>) {
  const supplierSizes = sizes.flatMap((size) => toSupplierRingSize(size, standard) ?? [])
  return (
    <>
      {supplierSizes.length > 0 && (
        <SizeTable
          caption="Available sizes"
          columns={['Size', ...SYSTEMS]}
          rows={supplierSizes.map((size) => [size.name, ...toCells(size)])}
        />
      )}
      <MeasuringAdvice heading="How to measure">
        <li>Measure the inside diameter of a ring that fits, and find it in the last column.</li>
        <li>Or wrap a strip of paper around your finger: its length in millimetres is the EU size.</li>
        <li>Measure in the evening, when fingers are widest. The ring must pass the knuckle.</li>
        <li>Between two sizes, or for a band wider than 6 mm, choose the larger one.</li>
      </MeasuringAdvice>
      <SizeTable caption="Ring sizes" columns={SYSTEMS} rows={RING_SIZES.map(toCells)} />
      <p className="text-xs text-ink-soft">
        EU sizes are the inside circumference in millimetres (ISO 8653); the last column is the inside
        diameter. SG sizes are also those of China. Suppliers differ a little, by up to half a UK size.
      </p>
      <RingCircles />
    </>
  )
}

function toCells({ us, eu, uk, sg, diameterMm }: RingSize): readonly string[] {
  return [us, eu, uk, sg || '–', `${diameterMm.toFixed(1)} mm`]
}

function LengthGuide({ kind, sizes }: Pick<SizeGuideProps, 'kind' | 'sizes'>) {
  const supplierSizes = sizes.flatMap((size) => {
    const cm = parseCentimetres(size)
    return cm === undefined ? [] : [[size, `${cm} cm`, formatInches(cm)]]
  })
  return (
    <>
      {supplierSizes.length > 0 && (
        <SizeTable caption="Available lengths" columns={['Size', 'cm', 'Inches']} rows={supplierSizes} />
      )}
      <MeasuringAdvice heading="How to measure">
        <li>Wrap a thread where you’ll wear it, join the ends, and measure the thread.</li>
        <li>Or measure one that fits, open and laid flat, including the clasp.</li>
      </MeasuringAdvice>
      <SizeTable
        caption="Standard lengths"
        columns={['cm', 'Inches', 'Worn']}
        rows={standardLengths(kind).map(({ cm, worn }) => [`${cm} cm`, formatInches(cm), worn])}
      />
    </>
  )
}

function MeasuringAdvice({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-lg">{heading}</h3>
      <ul className="mt-2 list-disc ps-5 text-ink-soft">{children}</ul>
    </section>
  )
}

/** Renders, in print only, the inside of each size at its true measure, and a line to check the printer's scale. */
function RingCircles() {
  return (
    <section className="hidden break-before-page print:block">
      <h3 className="text-lg">Match your ring to a circle</h3>
      <p className="mt-2">
        Print at 100%, not fit to page: the line must be 50 mm long. Your size is the circle that fills the
        inside of your ring exactly.
      </p>
      <svg width="50mm" height="2mm" className="my-4" aria-hidden="true">
        <rect width="100%" height="0.4mm" fill="currentColor" />
      </svg>
      <ul className="grid grid-cols-5 gap-4">
        {RING_SIZES.map(({ us, eu, diameterMm }) => (
          <li key={us} className="flex flex-col items-center gap-1 text-xs break-inside-avoid">
            <svg width={`${diameterMm}mm`} height={`${diameterMm}mm`} overflow="visible" aria-hidden="true">
              <circle cx="50%" cy="50%" r="50%" fill="none" stroke="currentColor" strokeWidth="0.2mm" />
            </svg>
            {`US ${us} · EU ${eu}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders a table of sizes: the first cell of a row is its header. */
function SizeTable(props: {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <table className="w-full tabular-nums">
      <caption className="mb-2 text-start font-display text-lg">{props.caption}</caption>
      <thead>
        <tr className="border-b border-line-strong">
          {props.columns.map((column) => (
            <th key={column} scope="col" className="py-2 pe-3 text-start text-xs font-medium text-ink-soft">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(([name, ...cells]) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-1.5 pe-3 text-start font-medium whitespace-nowrap">
              {name}
            </th>
            {cells.map((cell, place) => (
              <td key={props.columns[place + 1]} className="py-1.5 pe-3">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
