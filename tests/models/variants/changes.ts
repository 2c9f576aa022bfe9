import fc from 'fast-check'
import type { EditedVariant, VariantEditor } from '../../fakes/stores/variant-editor.ts'

/** The changes that owners make to a listing's variants in their store. */
const KINDS = [
  'swap',
  'swap_values',
  'blank',
  'rename',
  'take_sku',
  'relabel',
  'remove',
  'remake',
  'copy',
] as const

/** A change of a variant, and of a second one for a swap; both by position. */
export type VariantChange = Readonly<{ kind: (typeof KINDS)[number]; one: number; other: number }>

const CHANGE = fc.record({ kind: fc.constantFrom(...KINDS), one: fc.nat(9), other: fc.nat(9) })

/** The changes of a listing before each of three syncs. */
export const DRIFT = fc.array(fc.array(CHANGE, { maxLength: 4 }), { minLength: 3, maxLength: 3 })

/** The shown size of each variant by its id in the store; empty for the owner's own variants. */
export type VariantSizes = Map<string, string>

/** Applies a change, and updates the sizes in `shown`. */
export function applyChange(editor: VariantEditor, shown: VariantSizes, change: VariantChange): void {
  const all = editor.list()
  const { kind, one, other } = change
  const [first, second] = [all[one % all.length], all[other % all.length]]
  if (!first || !second) return
  switch (kind) {
    case 'swap':
      editor.change(first.id, { sku: '' })
      editor.change(second.id, { sku: first.sku })
      return editor.change(first.id, { sku: second.sku })
    case 'swap_values':
      swapValues(editor, shown, [first, second])
      return
    case 'blank':
      return editor.change(first.id, { sku: '' })
    case 'rename':
      return editor.change(first.id, { sku: `OWN-${first.id}` })
    case 'take_sku':
      return editor.change(first.id, { sku: second.sku })
    case 'relabel':
      return editor.change(first.id, { value: `EU ${first.value}` })
    case 'remove':
      if (all.length > 1) editor.remove(first.id)
      return
    case 'remake':
      return remake(editor, shown, first)
    case 'copy':
      shown.set(editor.copy(first.id, `Own ${shown.size}`), '')
  }
}

/** Swaps the shown sizes of two variants, whose ids and SKUs stay. */
function swapValues(
  editor: VariantEditor,
  shown: VariantSizes,
  [first, second]: readonly [EditedVariant, EditedVariant],
): void {
  editor.change(first.id, { value: second.value })
  editor.change(second.id, { value: first.value })
  const [size, otherSize] = [shown.get(first.id) ?? '', shown.get(second.id) ?? '']
  shown.set(first.id, otherSize)
  shown.set(second.id, size)
}

/** Deletes a variant and creates it again with the same SKU and size. */
function remake(
  editor: VariantEditor,
  shown: VariantSizes,
  { id, sku, value }: Readonly<{ id: string; sku: string; value: string }>,
): void {
  const newId = editor.copy(id, value)
  editor.remove(id)
  editor.change(newId, { sku })
  shown.set(newId, shown.get(id) ?? '')
}
