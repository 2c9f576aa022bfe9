import { Client } from 'pg'

/**
 * The writes with which a shop stores results: each is in the middle of a transaction, and waits
 * while its gate is closed. The condition distinguishes it from other writes of the same table.
 */
const GATES = {
  page: `before update on payments for each row
    when (new.state = 'pending' and old.provider_ref is null and new.provider_ref is not null)`,
  receipt: 'before insert on receipts for each row',
  refund: `before update on refund_requests for each row when (new.state = 'done' and old.state = 'sent')`,
  payout: `before update on payouts for each row when (new.state = 'confirmed')`,
  stock: `before update on store_stock_changes for each row when (old.applied_at is null and new.applied_at is not null)`,
  label: `before update on parcel_labels for each row when (new.state = 'bought')`,
  webhook: 'before insert on shop_order_events for each row',
  // Of new orders only: a trigger before the insert would also delay changes of orders that exist.
  shopOrder: 'after insert on shop_orders for each row',
  paying: 'before update on purchases for each row when (old.paid_at is null and new.paid_at is not null)',
  forwarding: `before update on supplier_orders for each row
    when (old.state = 'paid_hold' and new.state = 'submitted')`,
  parcel: toEffectGate('shop_orders.send_parcel'),
  correction: toEffectGate('shop_orders.correct_parcel'),
  cancellation: toEffectGate('shop_orders.cancel_order'),
  listing: `before update on store_listings for each row when (old.state = 'pending' and new.state = 'synced')`,
} as const

/** The same for commits: a deferred trigger waits when everything of its transaction is written. */
const COMMIT_GATES = {
  paid: `after update on purchases deferrable initially deferred for each row
    when (old.paid_at is null and new.paid_at is not null)`,
  forwarded: `after update on supplier_orders deferrable initially deferred for each row
    when (old.state = 'paid_hold' and new.state = 'submitted')`,
} as const

function toEffectGate(kind: string): string {
  return `before update on effects for each row
    when (new.kind = '${kind}' and old.state <> 'done' and new.state = 'done')`
}

/** A write that can be delayed. */
export type DatabaseGate = keyof typeof GATES | keyof typeof COMMIT_GATES

/** Gates in a database. */
export type GatedDatabase = Readonly<{
  /** Closes a gate; returns a function that counts the waiting writes. */
  stop(gate: DatabaseGate): Promise<() => Promise<number>>
  /** Ends the waiting sessions of the killed process, so that their writes never happen; then opens all gates. */
  open(): Promise<void>
  end(): Promise<void>
}>

/** Distinguishes them from other advisory locks. */
const LOCK_NAMESPACE = 4_711

const NAMES = [...Object.keys(GATES), ...Object.keys(COMMIT_GATES)]
const toLockKey = (gate: string) => NAMES.indexOf(gate) + 1

/** Installs gates in the database at `url`, all of them open. */
export async function createGatedDatabase(url: string): Promise<GatedDatabase> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`
    create or replace function wait_at_gate() returns trigger language plpgsql as $$
    begin
      -- As long as the gate is closed, whatever limit the session has.
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock_shared(${LOCK_NAMESPACE}, tg_argv[0]::int);
      return new;
    end $$`)
  for (const [name, when] of Object.entries(GATES))
    await client.query(
      `create or replace trigger gate_${name} ${when} execute function wait_at_gate(${toLockKey(name)})`,
    )
  for (const [name, when] of Object.entries(COMMIT_GATES)) {
    const table = / on (\w+) /.exec(when)?.[1]
    await client.query(`drop trigger if exists gate_${name} on ${table}`)
    await client.query(
      `create constraint trigger gate_${name} ${when} execute function wait_at_gate(${toLockKey(name)})`,
    )
  }
  const waiting = async (gate: number | null) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = ${LOCK_NAMESPACE} and not granted
         and database = (select oid from pg_database where datname = current_database())
         and ($1::int is null or objid::int = $1)`,
      [gate],
    )
    return rows
  }
  return {
    async stop(gate) {
      await client.query(`select pg_advisory_lock(${LOCK_NAMESPACE}, $1)`, [toLockKey(gate)])
      return async () => (await waiting(toLockKey(gate))).length
    },
    async open() {
      for (const { pid } of await waiting(null)) await client.query('select pg_terminate_backend($1)', [pid])
      // A terminated session holds its place until it has ended.
      while ((await waiting(null)).length > 0);
      await client.query('select pg_advisory_unlock_all()')
    },
    end: () => client.end(),
  }
}
