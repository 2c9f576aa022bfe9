import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field, Select } from '#web/ui/field.tsx'

/** Renders the dialog that adds a tag to listings, or removes one. */
export function TagDialog(props: {
  productIds: readonly string[]
  tags: readonly string[]
  onClose: () => void
}) {
  const { productIds, tags, onClose } = props
  const [tag, setTag] = useState('')
  const [isSet, setIsSet] = useState(true)
  const queries = useQueryClient()
  const count = productIds.length === 1 ? '1 product' : `${productIds.length} products`
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Tags of ${count}`}
      text="Tags help you find listings. Only your team sees them."
      submitLabel={isSet ? 'Add tag' : 'Remove tag'}
      canSubmit={tag.trim() !== ''}
      onSubmit={async () => {
        const body = { productIds: productIds.slice(0, 500), tag, isSet }
        const { message } = await call('POST /vendor/product-tags', { body })
        toast.success(message)
        void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] })
      }}
      explain={(error) => explainError(error, 'We couldn’t save the tag. Please try again in a moment.')}
    >
      <Select
        label="Action"
        value={isSet ? 'add' : 'remove'}
        onChange={({ target }) => setIsSet(target.value === 'add')}
      >
        <option value="add">Add a tag</option>
        <option value="remove">Remove a tag</option>
      </Select>
      <Field
        label="Tag"
        list="listing-tags"
        maxLength={40}
        autoComplete="off"
        value={tag}
        onChange={({ target }) => setTag(target.value)}
      />
      <datalist id="listing-tags">
        {tags.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
    </FormDialog>
  )
}
