/** What an order costs, in cents. */
export function totalCents({ items }) {
  return items.reduce((sum, { count, priceCents }) => sum + count * priceCents, 0);
}
