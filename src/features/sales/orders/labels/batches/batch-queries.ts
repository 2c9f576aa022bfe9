import { queryPrepared, selectColumns, type Queryable } from '#database/database.ts'
import { parcelLabels } from '../../tables.ts'
import type { Label } from '../label-queries.ts'

/** A label with its order. */
export type BatchLabel = Label &
  Readonly<{ orderId: string; number: string; firstName: string; lastName: string }>

/** Lists the labels of an owner's store that were requested together, oldest first. */
export async function listLabelsOfBatch(
  db: Queryable,
  { ownerId, batch }: Readonly<{ ownerId: number; batch: string }>,
): Promise<BatchLabel[]> {
  return queryPrepared<BatchLabel>(db, LIST, [ownerId, batch])
}

const LIST = {
  name: 'orders_list_labels_of_batch',
  text: `
    select ${selectColumns(parcelLabels, 'l')}, o.public_id as "orderId", p.number, coalesce(o.recipient ->> 'firstName', p.first_name) as "firstName",
      coalesce(o.recipient ->> 'lastName', p.last_name) as "lastName"
    from parcel_labels l
    join supplier_orders o on o.id = l.supplier_order_id
    join suppliers s on s.id = o.supplier_id
    join purchases p on p.id = o.purchase_id
    where l.batch = $2 and s.owner_id = $1 order by l.id`,
}
