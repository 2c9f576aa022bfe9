import { queryPrepared, type Queryable } from '#database/database.ts'

/** Who holds items: a caller as limits count them, and an email address, which stands for its mailbox. */
export type BuyerKey = Readonly<{ client: string; email: string }>

/** How many items unpaid orders hold: those of a caller, and those of a mailbox, however its address is written. */
export type ReservedUnits = Readonly<{ byClient: number; byEmail: number }>

/** The items held now, those of this transaction included, but not those of others that are still being placed. */
export async function countReservedUnits(tx: Queryable, { client, email }: BuyerKey): Promise<ReservedUnits> {
  const [reserved] = await queryPrepared<ReservedUnits>(tx, COUNT_RESERVED_UNITS, [client, email])
  return reserved ?? { byClient: 0, byEmail: 0 }
}

const COUNT_RESERVED_UNITS = {
  name: 'orders_count_held',
  text: `
    select
      (select coalesce(sum(units), 0) from purchases
        where client = $1 and paid_at is null and closed_at is null) as "byClient",
      (select coalesce(sum(units), 0) from purchases
        where f_mailbox(email) = f_mailbox($2) and paid_at is null and closed_at is null) as "byEmail"`,
}

/**
 * Waits until no other order of the same holder is being placed, and lets none be until this transaction ends. Always in
 * the order caller, mailbox, so that nobody waits for each other.
 */
export async function lockBuyer(tx: Queryable, { client, email }: BuyerKey): Promise<void> {
  await queryPrepared(tx, LOCK_CLIENT, [client])
  await queryPrepared(tx, LOCK_EMAIL, [email])
}

const LOCK_CLIENT = {
  name: 'orders_lock_client',
  text: 'select pg_advisory_xact_lock(1601, hashtext($1))',
}
const LOCK_EMAIL = {
  name: 'orders_lock_email',
  text: 'select pg_advisory_xact_lock(1602, hashtext(f_mailbox($1)))',
}
