const KINDS: Readonly<Record<string, string>> = {
  'refunds.send': 'Refund',
  'shop_orders.send_parcel': 'Tracking number for a store',
  'stores.adjust_stock': 'Stock in a supplier’s store',
}

/** Returns what is done in an outside system, by its kind. */
export function nameKind(kind: string): string {
  return KINDS[kind] ?? kind
}
