import { Field } from '#web/ui/field.tsx'
import { FIELD_WIDTHS, isOptionalField } from '#web/shared/address/address-fields.ts'
import { type CheckoutForm, type TextField, fieldId } from './checkout-form.ts'
import { fieldDisplay } from './field-texts.ts'
import type { FormErrors } from './field-texts.ts'

/** The properties of a form section: its values, errors, and the change handler. */
export type FormSectionProps = Readonly<{
  form: CheckoutForm
  errors: FormErrors
  change: (form: CheckoutForm) => void
}>

/** Renders a text field of the checkout form. */
export function FormField({
  field,
  form,
  errors,
  change,
  disabled = false,
}: FormSectionProps & { field: TextField; disabled?: boolean }) {
  const { label, width, ...display } = fieldDisplay(field, form)
  return (
    <Field
      {...display}
      id={fieldId(field)}
      name={field}
      label={isOptionalField(field) ? `${label} (optional)` : label}
      error={errors[field]}
      aria-required={!isOptionalField(field)}
      disabled={disabled}
      value={form[field]}
      onChange={(event) => change({ ...form, [field]: event.target.value })}
      className={FIELD_WIDTHS[width]}
    />
  )
}
