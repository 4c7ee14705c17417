import type { BackOrderedShare, ExpectedLine } from '../../src/features/orders/expectation/expectation.ts'
import type { Order } from '../../src/features/orders/order.ts'
import type { OrderLine } from '../../src/features/orders/order-line.ts'
import type { LineAllocation } from '../../src/features/warehouse/despatch/rules.ts'
import type { Address } from '../../src/lib/contact/address.ts'
import { pence, zero } from '../../src/lib/money.ts'

const address: Address = {
  firstname: 'Sam',
  surname: 'Fitter',
  company: 'Northfield Plant Hire',
  address1: 'Unit 4',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'LS1 4AP',
  country: 'GB',
  telephone: '',
}

/** 12 oil filters at £12.50. */
export function createOrderLine(changes: Partial<OrderLine> = {}): OrderLine {
  const line: Omit<OrderLine, 'lineTotal'> = {
    productId: 1,
    code: 'FH-OIL-1',
    title: 'Oil filter',
    entry: {},
    unitPrice: pence(1_250),
    quantity: 12,
    laterQuantity: 0,
    leadTime: null,
    ...changes,
  }
  return { lineTotal: pence(line.unitPrice * line.quantity), ...line }
}

/** A placed order of one line, paid by card. */
export function createOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 1,
    reference: 'FH7K2M9QXA',
    kind: 'order',
    state: 'placed',
    isStockReleased: false,
    consignments: null,
    method: 'card',
    freeReason: null,
    basketId: 1,
    sourceId: null,
    personId: null,
    companyId: null,
    contact: { name: 'Sam Fitter', email: 'sam@example.com', telephone: '', vat: '' },
    linkVersion: 0,
    delivery: address,
    billing: address,
    deliveryCode: 'ND',
    deliveryFacts: { text: 'Next working day' },
    collectionDetails: [],
    deliveryDate: '2026-11-24',
    purchaseOrder: '',
    deliveryInstructions: '',
    approvalNote: '',
    quoteNote: '',
    onStop: false,
    payBy: null,
    wasHeld: false,
    holdReason: '',
    isCreditHeld: false,
    amountDue: zero,
    isReadyToCollect: false,
    delay: null,
    isPrepared: false,
    subtotal: pence(15_000),
    discount: pence(0),
    deliveryCost: pence(800),
    vat: pence(3_160),
    vatRateBp: 2000,
    total: pence(18_960),
    placedAt: new Date('2026-11-23T10:00:00Z'),
    lines: [createOrderLine()],
    vouchers: [],
    ...changes,
  }
}

/** Five hydraulic filters that were in stock when they were ordered; none is on hand now. */
export const createOpenLine = (changes: Partial<LineAllocation> = {}): LineAllocation => ({
  position: 1,
  code: 'FH-HYD-1',
  title: 'Hydraulic filter',
  entry: {},
  quantity: 5,
  laterQuantity: 0,
  leadTime: null,
  laterSince: null,
  despatchedQuantity: 0,
  onHand: 0,
  productId: 1,
  allocatable: 0,
  reserved: 0,
  reservedElsewhere: 0,
  ...changes,
})

/** Five filters in stock and five that come later, or only those. */
export const createExpectedLines = (
  backOrderedGoods: BackOrderedShare,
  changes: Pick<ExpectedLine, 'leadTime' | 'laterSince'>,
): ExpectedLine[] => [
  ...(backOrderedGoods === 'all' ? [] : [createOpenLine()]),
  ...(backOrderedGoods === 'none' ? [] : [createOpenLine({ position: 2, laterQuantity: 5, ...changes })]),
]
