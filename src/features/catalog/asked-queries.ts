import { type Queryable, named } from '#database/database.ts'
import { cardsOf } from './card-queries.ts'

/** The listed ones of these pieces as a JSON array of cards, in the order of their ids. */
export async function selectAsked(db: Queryable, publicIds: readonly string[]): Promise<string> {
  const [cards] = await named<{ items: string }>(db, ASKED, [publicIds])
  return cards?.items ?? '[]'
}

const ASKED = {
  name: 'catalog_asked',
  text: cardsOf(
    `select p.id, asked.place from unnest($1::text[]) with ordinality asked (public_id, place)
     join products p on p.public_id = asked.public_id and p.is_listed`,
    { key: '', by: 'x.place', comparison: '>' },
  ),
}

/** Pieces to be sent: what one weighs and measures, null where nobody has said, and how many there are. */
export type PieceToSend = Omit<PieceParcel, 'fromCountry'> & Readonly<{ quantity: number }>

/** What carriers have to know of these pieces, as far as they are listed; a variant's own weight counts before its product's. */
export async function listPiecesToSend(
  db: Queryable,
  wanted: readonly Readonly<{ productId: string; variantId: string | null; quantity: number }>[],
): Promise<PieceToSend[]> {
  return named<PieceToSend>(db, PIECES_TO_SEND, [JSON.stringify(wanted)])
}

const PIECES_TO_SEND = {
  name: 'catalog_pieces_to_send',
  text: `
    select coalesce(v.weight_grams, p.weight_grams) as "weightGrams", p.length_mm as "lengthMm",
      p.width_mm as "widthMm", p.height_mm as "heightMm", x.quantity
    from json_to_recordset($1) as x("productId" text, "variantId" text, quantity int)
    join products p on p.public_id = x."productId" and p.is_listed
    left join product_variants v on v.product_id = p.id and v.public_id = x."variantId"`,
}

/**
 * What carriers have to know of pieces that were sold, by the keys of product and variant; listed or not, for most single pieces
 * are not once they are sold. Of a variant that nobody has weighed, or that is gone, the product's weight counts, else that of
 * its heaviest variant.
 */
export async function listSoldPieces(
  db: Queryable,
  sold: readonly Readonly<{ productId: number; variantId: number; quantity: number }>[],
): Promise<PieceToSend[]> {
  return named<PieceToSend>(db, SOLD_PIECES, [JSON.stringify(sold)])
}

const SOLD_PIECES = {
  name: 'catalog_sold_pieces',
  text: `
    select coalesce(nullif(v.weight_grams, 0), nullif(p.weight_grams, 0),
        (select max(o.weight_grams) from product_variants o where o.product_id = p.id)) as "weightGrams",
      p.length_mm as "lengthMm", p.width_mm as "widthMm", p.height_mm as "heightMm", x.quantity
    from json_to_recordset($1) as x("productId" bigint, "variantId" bigint, quantity int)
    left join products p on p.id = x."productId"
    left join product_variants v on v.id = x."variantId" and v.product_id = p.id`,
}

/** A piece as a parcel: where it lies (ISO 3166 alpha-2), grams and millimetres, null where nobody has said. */
export type PieceParcel = Readonly<{
  fromCountry: string
  weightGrams: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
}>

/** What a carrier has to know of a listed piece; undefined when there is none. */
export async function findPieceParcel(db: Queryable, publicId: string): Promise<PieceParcel | undefined> {
  const [found] = await named<PieceParcel>(db, PARCEL, [publicId])
  return found
}

const PARCEL = {
  name: 'catalog_piece_parcel',
  text: `
    select w.country as "fromCountry", p.weight_grams as "weightGrams", p.length_mm as "lengthMm",
      p.width_mm as "widthMm", p.height_mm as "heightMm"
    from products p join warehouses w on w.id = p.warehouse_id
    where p.public_id = $1 and p.is_listed`,
}

/** What customs ask about a product that was sold, by its key and its variant's; null where nobody has said. */
export type CustomsOfSold = Readonly<{
  productId: number
  variantId: number
  /** What its variant says of its material, which is no metal everywhere. */
  material: string | null
  originCountry: string | null
  tariffNumber: string | null
  metal: string | null
  plating: string | null
  stones: string | null
}>

/** What customs ask about products that were sold, listed or not. */
export async function listCustomsOfSold(
  db: Queryable,
  sold: readonly Readonly<{ productId: number; variantId: number }>[],
): Promise<CustomsOfSold[]> {
  const asked = sold.map(({ productId, variantId }) => ({ productId, variantId }))
  return named<CustomsOfSold>(db, CUSTOMS_OF_SOLD, [JSON.stringify(asked)])
}

const CUSTOMS_OF_SOLD = {
  name: 'catalog_customs_of_sold',
  text: `
    select x."productId", x."variantId", v.material, p.origin_country as "originCountry",
      p.tariff_number as "tariffNumber", p.metal, p.plating, p.stones
    from json_to_recordset($1) as x("productId" bigint, "variantId" bigint)
    join products p on p.id = x."productId"
    left join product_variants v on v.id = x."variantId" and v.product_id = p.id`,
}
