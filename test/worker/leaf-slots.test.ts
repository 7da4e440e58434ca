import { expect, test } from '@jest/globals';
import { leafSlots, leafSlotsOf } from '../../src/worker/leaf-slots.js';

type Supplier = ReturnType<typeof leafSlots>['supplier'];
const context = {} as Parameters<Supplier['reserveSlot']>[0];
const release = (supplier: Supplier): void => supplier.releaseSlot({} as Parameters<Supplier['releaseSlot']>[0]);
const never = new AbortController().signal;

test('so many slots are given and no more; one that comes back goes to who waits', async () => {
  const { supplier } = leafSlots(2);
  await supplier.reserveSlot(context, never);
  expect(supplier.tryReserveSlot(context)).not.toBeNull();
  expect(supplier.tryReserveSlot(context)).toBeNull();
  const third = supplier.reserveSlot(context, never);
  release(supplier);
  await third;
  expect(supplier.tryReserveSlot(context)).toBeNull();
  release(supplier);
  expect(supplier.tryReserveSlot(context)).not.toBeNull();
});

test('closed, nobody gets one any more, and who waits can leave', async () => {
  const { supplier, close } = leafSlots(1);
  await supplier.reserveSlot(context, never);
  const leaving = new AbortController();
  const waits = supplier.reserveSlot(context, leaving.signal);
  close();
  release(supplier);
  expect(supplier.tryReserveSlot(context)).toBeNull();
  leaving.abort();
  await expect(waits).rejects.toMatchObject({ name: 'AbortError' });
  await expect(supplier.reserveSlot(context, leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

test('a wish goes before what the machine has', () => {
  expect(leafSlotsOf(64)).toBe(64);
  expect(leafSlotsOf(null)).toBeGreaterThanOrEqual(1);
});
