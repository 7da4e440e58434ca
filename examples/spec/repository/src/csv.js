import { totalCents } from './orders.js';

/** Orders as CSV: a header, then one line an order. */
export function csvOf(orders) {
  const lines = orders.map((order) => [order.number, order.day, field(order.customer), money(totalCents(order))]);
  return [['number', 'day', 'customer', 'total'], ...lines].map((line) => `${line.join(',')}\n`).join('');
}

/** A field with a comma stands in quotes. */
function field(text) {
  return text.includes(',') ? `"${text}"` : text;
}

function money(cents) {
  return (cents / 100).toFixed(2);
}
