import { z } from 'zod'

const Variant = z.strictObject({
  optionValues: z.array(z.strictObject({ optionName: z.string(), name: z.string() })).min(1),
  sku: z.string().optional(),
  price: z.string().regex(/^\d+\.\d\d$/),
  inventoryPolicy: z.enum(['DENY', 'CONTINUE']),
  inventoryItem: z.strictObject({
    tracked: z.boolean(),
    sku: z.string().optional(),
    measurement: z
      .strictObject({ weight: z.strictObject({ unit: z.literal('GRAMS'), value: z.number().positive() }) })
      .optional(),
  }),
})

/** The inputs of the Admin API's schema, as far as the shop uses them. A missing or unknown field is an error. */
export const INPUTS = {
  StoreProduct: z.strictObject({
    identifier: z.union([z.strictObject({ id: z.string() }), z.strictObject({ handle: z.string() })]),
  }),
  StoreProducts: z.strictObject({ first: z.int().max(250), after: z.string().nullable() }),
  CreateProduct: z.strictObject({
    identifier: z.strictObject({ handle: z.string() }),
    input: z.strictObject({
      handle: z.string().regex(/^[a-z0-9-]+$/),
      title: z.string().max(255),
      descriptionHtml: z.string(),
      productType: z.string().max(255).optional(),
      seo: z.strictObject({ description: z.string() }).optional(),
      status: z.enum(['ACTIVE', 'DRAFT']),
      files: z.array(
        z.strictObject({ originalSource: z.url(), contentType: z.literal('IMAGE'), alt: z.string() }),
      ),
      productOptions: z
        .array(
          z.strictObject({
            name: z.string(),
            position: z.int(),
            values: z.array(z.strictObject({ name: z.string() })),
          }),
        )
        .min(1)
        .max(3),
      variants: z.array(
        Variant.extend({
          inventoryQuantities: z.array(
            z.strictObject({ locationId: z.string(), name: z.literal('available'), quantity: z.int() }),
          ),
        }),
      ),
    }),
  }),
  UpdatePrices: z.strictObject({
    productId: z.string(),
    variants: z.array(z.strictObject({ id: z.string(), price: z.string().regex(/^\d+\.\d\d$/) })).min(1),
  }),
  UpdateProduct: z.strictObject({
    product: z.strictObject({
      id: z.string(),
      status: z.enum(['ACTIVE', 'DRAFT', 'ARCHIVED']).optional(),
      title: z.string().max(255).optional(),
      descriptionHtml: z.string().optional(),
      productType: z.string().max(255).optional(),
      seo: z.strictObject({ description: z.string() }).optional(),
    }),
  }),
  CreateVariants: z.strictObject({
    productId: z.string(),
    variants: z.array(
      Variant.extend({
        inventoryQuantities: z.array(z.strictObject({ locationId: z.string(), availableQuantity: z.int() })),
      }),
    ),
  }),
  SetStock: z.strictObject({
    key: z.string().min(1),
    input: z.strictObject({
      name: z.literal('available'),
      reason: z.literal('correction'),
      quantities: z
        .array(
          z.strictObject({
            inventoryItemId: z.string(),
            locationId: z.string(),
            quantity: z.int().min(0),
            changeFromQuantity: z.null(),
          }),
        )
        .min(1),
    }),
  }),
} as const
