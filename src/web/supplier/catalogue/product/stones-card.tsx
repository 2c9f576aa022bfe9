import { ExternalLink, Plus, Trash2 } from 'lucide'
import { certificateCheckAddress, LABORATORIES } from '#core/jewellery/certificates.ts'
import { type FactName, ORIGIN_LABELS, STONE_KINDS, STONE_ORIGINS } from '#core/jewellery/vocabulary.ts'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { StoneForm } from './editor-form.ts'
import { FactSelect, FactText, useFacts } from './facts-card.tsx'
import type { ProductEditorState } from './use-product-editor.ts'

const MAX_STONES = 20

/** Renders the stones of the product, and the certificate of one of them. */
export function StonesCard(
  props: Readonly<{
    editor: ProductEditorState
    required: readonly FactName[]
    /** The stored text about the stones, as listings show it. */
    storedText: string | null
  }>,
) {
  const { editor, storedText } = props
  const { stones, certificateLaboratory, certificateNumber } = editor.form.facts
  const set = useFacts(editor)
  const address = certificateCheckAddress(certificateLaboratory, certificateNumber)
  return (
    <Panel title="Stones and certificate">
      {storedText !== null && stones.length === 0 && (
        <p className="mb-3 text-sm text-ink-soft">
          From your feed: {storedText}. The stones that you add replace this text.
        </p>
      )}
      <ol aria-label="Stones" className="flex flex-col gap-3 empty:hidden">
        {stones.map((stone, index) => (
          <li key={stone.key}>
            <StoneRow
              stone={stone}
              index={index}
              editor={editor}
              change={(next) => set({ stones: stones.map((one) => (one === stone ? next : one)) })}
              onRemove={() => set({ stones: stones.filter((one) => one !== stone) })}
            />
          </li>
        ))}
      </ol>
      <Action
        icon={Plus}
        className={stones.length > 0 ? 'mt-3' : ''}
        disabled={stones.length >= MAX_STONES}
        onClick={() =>
          set({ stones: [...stones, { key: newKey(), kind: '', count: '1', carat: '', origin: '' }] })
        }
      >
        Add a stone
      </Action>
      <div className="mt-5 grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
        <FactSelect {...props} field="certificateLaboratory" label="Certificate by" options={LABORATORIES} />
        <FactText {...props} field="certificateNumber" label="Certificate number" />
        {address && (
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className="text-link inline-flex items-center gap-1.5 text-sm sm:col-span-2"
          >
            Check the report at {certificateLaboratory}
            <Icon shapes={ExternalLink} aria-hidden="true" className="size-3.5" />
          </a>
        )}
      </div>
    </Panel>
  )
}

let lastKey = 0

/** Returns a key for a stone that is not stored yet, by a counter within the tab. */
function newKey(): string {
  lastKey += 1
  return `new ${lastKey}`
}

type StoneRowProps = Readonly<{
  stone: StoneForm
  index: number
  editor: ProductEditorState
  change: (stone: StoneForm) => void
  onRemove: () => void
}>

function StoneRow(props: StoneRowProps) {
  const { stone, index, editor, change, onRemove } = props
  const name = (field: string) => `stones.${index}.${field}`
  const kinds = stone.kind === '' || isKnownKind(stone.kind) ? STONE_KINDS : [stone.kind, ...STONE_KINDS]
  return (
    <fieldset className="grid grid-cols-2 gap-3 rounded-md border border-line p-3 md:grid-cols-[2fr_1fr_1fr_1.5fr_auto] md:items-start">
      <legend className="sr-only">Stone {index + 1}</legend>
      <Select
        name={name('kind')}
        label="Stone"
        className="max-md:col-span-2"
        value={stone.kind}
        error={editor.faults[name('kind')]}
        onChange={({ target }) => change({ ...stone, kind: target.value })}
      >
        <option value="">Choose</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kind}
          </option>
        ))}
      </Select>
      <Field
        name={name('count')}
        label="Count"
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        value={stone.count}
        error={editor.faults[name('count')]}
        onChange={({ target }) => change({ ...stone, count: target.value })}
      />
      <Field
        name={name('carat')}
        label="Carat, total"
        inputMode="decimal"
        maxLength={9}
        autoComplete="off"
        value={stone.carat}
        error={editor.faults[name('carat')]}
        onChange={({ target }) => change({ ...stone, carat: target.value })}
      />
      <OriginSelect {...props} />
      <IconAction label={`Remove stone ${index + 1}`} icon={Trash2} onClick={onRemove} className="md:mt-7" />
    </fieldset>
  )
}

function OriginSelect({ stone, index, editor, change }: StoneRowProps) {
  const name = `stones.${index}.origin`
  return (
    <Select
      name={name}
      label="Origin"
      className="max-md:col-span-2"
      value={stone.origin}
      error={editor.faults[name]}
      onChange={({ target }) =>
        change({ ...stone, origin: STONE_ORIGINS.find((one) => one === target.value) ?? '' })
      }
    >
      <option value="">Not stated</option>
      {STONE_ORIGINS.map((origin) => (
        <option key={origin} value={origin}>
          {ORIGIN_LABELS[origin]}
        </option>
      ))}
    </Select>
  )
}

function isKnownKind(kind: string): boolean {
  return STONE_KINDS.some((one) => one === kind)
}
