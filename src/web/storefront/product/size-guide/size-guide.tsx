import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { CategoryName } from '#features/catalogue/catalog/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { centimetresIn, inchesText, wornLengths } from './lengths.ts'
import { RingCircles } from './ring-circles.tsx'
import { ownRingSize, RING_SIZES } from './ring-sizes.ts'
import type { RingSize } from './ring-sizes.ts'
import { SizeTable } from './size-table.tsx'

/** What the guide is about: a kind of piece, and the sizes this one comes in, as its supplier calls them. */
export type SizeGuideProps = Readonly<{
  isOpen: boolean
  onClose: () => void
  category: CategoryName
  standard: string | null
  sizes: readonly string[]
}>

/** The sizes of a piece in the systems of the world, how to measure, and the whole table; to be printed as well. */
export function SizeGuide(props: SizeGuideProps) {
  const { isOpen, onClose, category, standard, sizes } = props
  // Beside the shop and not within it, so that it can be printed alone.
  return createPortal(
    <Drawer isOpen={isOpen} onClose={onClose} title="Size guide">
      <div className="printable mt-2 flex flex-col gap-8 text-sm">
        {category === 'Rings' ? (
          <RingGuide sizes={sizes} standard={standard} />
        ) : (
          <LengthGuide category={category} sizes={sizes} />
        )}
        <Button look="outline" className="print:hidden" onClick={() => window.print()}>
          Print this guide
        </Button>
      </div>
    </Drawer>,
    document.body,
  )
}

const SYSTEMS = ['US', 'EU', 'UK', 'SG', 'Inside'] as const

function RingGuide({ sizes, standard }: Pick<SizeGuideProps, 'sizes' | 'standard'>) {
  const own = sizes.flatMap((size) => ownRingSize(size, standard) ?? [])
  return (
    <>
      {own.length > 0 && (
        <SizeTable
          caption="Sizes of this ring"
          columns={['Size', ...SYSTEMS]}
          rows={own.map((size) => [size.name, ...cellsOf(size)])}
        />
      )}
      <Advice heading="How to measure">
        <li>Measure a ring that fits, across its inside, and find the millimetres in the last column.</li>
        <li>Or lay a strip of paper around the finger: its length in millimetres is the EU size.</li>
        <li>Measure in the evening, when fingers are widest, and let it pass the knuckle.</li>
        <li>Between two sizes, or for a band wider than 6 mm, take the larger one.</li>
      </Advice>
      <SizeTable caption="Ring sizes" columns={SYSTEMS} rows={RING_SIZES.map(cellsOf)} />
      <p className="text-xs text-ink-soft">
        EU sizes are the inside circumference in millimetres (ISO 8653); the last column is the inside
        diameter. SG sizes are also those of China. Makers differ a little, by up to half a UK size.
      </p>
      <RingCircles />
    </>
  )
}

function cellsOf({ us, eu, uk, sg, diameterMm }: RingSize): readonly string[] {
  return [us, eu, uk, sg || '–', `${diameterMm.toFixed(1)} mm`]
}

function LengthGuide({ category, sizes }: Pick<SizeGuideProps, 'category' | 'sizes'>) {
  const own = sizes.flatMap((size) => {
    const cm = centimetresIn(size)
    return cm === undefined ? [] : [[size, `${cm} cm`, inchesText(cm)]]
  })
  return (
    <>
      {own.length > 0 && (
        <SizeTable caption="Lengths of this piece" columns={['Size', 'cm', 'Inches']} rows={own} />
      )}
      <Advice heading="How to measure">
        <li>Lay a thread where the piece is to be, close the ends, and measure the thread.</li>
        <li>Or measure a piece that fits, opened and laid straight, clasp included.</li>
      </Advice>
      <SizeTable
        caption="Usual lengths"
        columns={['cm', 'Inches', 'Worn']}
        rows={wornLengths(category).map(({ cm, worn }) => [`${cm} cm`, inchesText(cm), worn])}
      />
    </>
  )
}

function Advice({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-lg">{heading}</h3>
      <ul className="mt-2 list-disc ps-5 text-ink-soft">{children}</ul>
    </section>
  )
}
