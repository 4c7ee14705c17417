import type { DocumentOrder } from '../../src/features/billing/document.ts'
import {
  createCreditNoteContent,
  createInvoiceContent,
  createProFormaContent,
} from '../../src/features/billing/document-content.server.ts'
import { calculateNextInvoice, toDocumentLines } from '../../src/features/billing/next-invoice.ts'
import { toQuoteDocument } from '../../src/features/quotes/document.ts'
import { createQuoteContent } from '../../src/features/quotes/pdf.server.ts'
import { createReturnLabel } from '../../src/features/returns/label.server.ts'
import { createStatementDocument } from '../../src/features/sales-ledger/statement/pdf.server.ts'
import type { Month, Statement } from '../../src/features/sales-ledger/statement/statement.ts'
import { drawWallpaper } from '../../src/features/wallpaper/draw-wallpaper.server.ts'
import { layOutMachines } from '../../src/features/wallpaper/service.ts'
import {
  createAddressLabel,
  createDeliveryNote,
  createPickListDocument,
} from '../../src/features/warehouse/picking/papers.server.ts'
import type { PickList } from '../../src/features/warehouse/picking/pick-list.ts'
import { type Config, parseConfig } from '../../src/infra/config.ts'
import { createPdfDocument } from '../../src/infra/pdf/pdf-document.server.ts'
import { createAddressLabels } from '../../src/infra/pdf/pdf-labels.server.ts'
import { type Address, formatAddressLines } from '../../src/lib/contact/address.ts'
import { addDays, toIsoDate } from '../../src/lib/dates.ts'
import { type BasisPoints, calculateShare, pence, sum } from '../../src/lib/money.ts'
import type { PaperMarks } from './layout-faults.ts'
import { createOrder, createOrderLine } from './order-fixtures.ts'

/** What a paper is drawn of. */
export interface PaperSample {
  /** Lines of its table, labels, filters of a machine. */
  lines: number
  /** Names, numbers, references, quantities and sums are as long as they get. */
  isLong: boolean
  /** Before each of its texts: a name in another script. */
  prefix?: string
}

export interface SamplePaper {
  pdf: Buffer
  marks: PaperMarks
}

/** Every paper of the shop, by the heading on it, or its file's title. */
export const papers: Record<string, { source: string; draw: (sample: PaperSample) => Promise<SamplePaper> }> =
  {
    Invoice: {
      source: 'src/features/billing/document-content.server.ts',
      draw: async sample => {
        const { config, order } = createSample(sample)
        const sums = calculateNextInvoice(order, 'rest', [])!
        const content = createInvoiceContent(config, order, sums, {
          number: 'INV-000042',
          issuedAt: at,
          taxPoint: today,
          dueOn: addDays(today, 30),
          parcel: null,
        })
        const pdf = await createPdfDocument(content)
        return {
          pdf,
          marks: {
            margin: 42,
            tables: [partTable(sample)],
            closing: /^Total( inc VAT)?$/,
            words: [order.purchaseOrder],
          },
        }
      },
    },
    'Pro forma invoice': {
      source: 'src/features/billing/document-content.server.ts',
      draw: async sample => {
        const { config, order } = createSample(sample)
        const content = createProFormaContent(config, order, calculateNextInvoice(order, 'rest', [])!)
        const pdf = await createPdfDocument(content)
        return {
          pdf,
          marks: {
            margin: 42,
            tables: [partTable(sample)],
            closing: /^Total( inc VAT)?$/,
            words: [order.purchaseOrder],
          },
        }
      },
    },
    'Credit note': {
      source: 'src/features/billing/document-content.server.ts',
      draw: async sample => {
        const { config, order } = createSample(sample)
        const sums = calculateNextInvoice(order, 'rest', [])!
        const { net, vat, total } = sums
        const goods = toDocumentLines({ ...sums, delivery: null }, order)
        const issued = { number: 'CN-000007', issuedAt: at, reason: toText(sample, 'Sent twice', 60) }
        const content = createCreditNoteContent(config, order, { lines: goods, net, vat, total }, issued)
        const pdf = await createPdfDocument(content)
        return {
          pdf,
          marks: {
            margin: 42,
            tables: [partTable(sample)],
            closing: /^Total credited$/,
            words: [order.purchaseOrder],
          },
        }
      },
    },
    Quotation: {
      source: 'src/features/quotes/pdf.server.ts',
      draw: async sample => {
        const { config, order } = createSample(sample)
        const offer = {
          prices: order.lines.map(({ unitPrice }) => unitPrice),
          deliveryCost: pence(sample.isLong ? 9_999_999 : 800),
          deliveryTitle: toText(sample, 'Next working day, before 17:30', 90),
          note: toText(sample, 'All of these are in stock.', 300),
          pricedAt: at,
          expiresAt: new Date('2026-12-24T00:00:00Z'),
          remindedAt: null,
          pricedBy: null,
        }
        const quote = toQuoteDocument(order, offer, { name: order.billing.company, accountNumber })
        const pdf = await createPdfDocument(createQuoteContent(config, quote))
        return {
          pdf,
          marks: {
            margin: 42,
            tables: [partTable(sample)],
            closing: /^Total( inc VAT)?$/,
            words: [order.purchaseOrder],
          },
        }
      },
    },
    'Delivery note': {
      source: 'src/features/warehouse/picking/papers.server.ts',
      draw: async sample => {
        const { config, order } = createSample(sample)
        const lines = order.lines.map(({ quantity }, index) => ({ position: index + 1, quantity }))
        const note = createDeliveryNote(config, order, { parcel: null, number: 2, lines, box: 'Box 100' }, at)
        const pdf = await createPdfDocument(note)
        return {
          pdf,
          marks: {
            margin: 42,
            tables: [partTable(sample)],
            closing: null,
            words: [order.deliveryInstructions],
          },
        }
      },
    },
    'Pick list': {
      source: 'src/features/warehouse/picking/papers.server.ts',
      draw: async sample => {
        const { config, order } = createSample(sample)
        const list = createPickList(order, sample)
        const pdf = await createPdfDocument(createPickListDocument(config, list))
        const boxes = { row: /^(FH[A-Z0-9]{8})$/, header: 'Box', rows: list.orders.length }
        return { pdf, marks: { margin: 42, tables: [partTable(sample), boxes], closing: null, words: [] } }
      },
    },
    Statement: {
      source: 'src/features/sales-ledger/statement/pdf.server.ts',
      draw: async sample => {
        const { config } = createSample(sample)
        const statement = createStatement(sample)
        const pdf = await createPdfDocument(createStatementDocument(config, statement))
        const entries = { row: /^Order (FH\d{4})/, header: 'Details', rows: sample.lines }
        const open = { row: /^(FH\d{4})$/, header: 'Left to pay', rows: sample.lines }
        return {
          pdf,
          marks: { margin: 42, tables: [entries, open], closing: /^Balance on/, words: [] },
        }
      },
    },
    'Address labels, A6': {
      source: 'src/infra/pdf/pdf-labels.server.ts',
      draw: sample => drawLabels(sample, 'A6'),
    },
    'Address labels, A4': {
      source: 'src/infra/pdf/pdf-labels.server.ts',
      draw: sample => drawLabels(sample, 'A4'),
    },
    'Return label': {
      source: 'src/features/returns/label.server.ts',
      draw: async sample => {
        const { config, order } = createSample(sample)
        const { shopName, returns } = config
        const sender = formatAddressLines(order.delivery)
        const pdf = await createReturnLabel({
          number: 'RMA-000012',
          reference: order.reference,
          shopName,
          address: returns.address,
          sender,
          at,
        })
        return { pdf, marks: toLabelMarks([...returns.address, ...sender]) }
      },
    },
    'Filter wallpaper': {
      source: 'src/features/wallpaper/draw-wallpaper.server.ts',
      draw: async sample => {
        const machine = (nth: number) => ({
          name: toText(sample, `JCB 3CX ${nth} 2012–2018`, 80),
          listName: toText(sample, 'Yard', 80),
          fleetNumbers: sample.isLong ? Array.from({ length: 20 }, (_, index) => `FLEET-${index}`) : ['12'],
          filters: Array.from({ length: sample.lines }, (_, index) => ({
            code: toCode(sample, index),
            position: toText(sample, 'Engine oil', 60),
            quantity: sample.isLong ? 9_999 : 2,
            hours: 100_000,
            image: null,
          })),
          url: 'https://shop.example/account/productlists/1/order',
        })
        const machines = sample.isLong ? [1, 2, 3, 4, 5].map(machine) : [machine(1)]
        const footer = {
          name: createSample(sample).config.shopName,
          phone: '0113 496 0000',
          at,
          isDemo: true,
        }
        const input = { footer, machines, sheets: layOutMachines(machines), pictures: new Map() }
        return {
          pdf: await drawWallpaper(input),
          marks: { margin: 28, tables: [], closing: null, words: [] },
        }
      },
    },
  }

const at = new Date('2026-11-24T09:00:00Z')
const today = toIsoDate('2026-11-24')
const accountNumber = 'NPH001'
const toLabelMarks = (words: string[]): PaperMarks => ({ margin: 20, tables: [], closing: null, words })

const partTable = ({ lines }: PaperSample) => ({ row: /^(FH-\d{4})/, header: 'Part', rows: lines })

/** The words, or words of about so many characters with a long one in them. */
function toText({ isLong, prefix = '' }: PaperSample, words: string, length: number): string {
  if (!isLong) return `${prefix}${words}`
  const url = 'https://parts.example/'.padEnd(60, 'long-path/')
  return `${words} ${url} ${'in the yard behind the second gate '.repeat(9)}`.slice(0, length)
}

const toCode = ({ isLong }: PaperSample, index: number): string =>
  `FH-${String(index + 1).padStart(4, '0')}${isLong ? `-${'X7Q'.repeat(17)}` : ''}`

function createConfig({ isLong }: PaperSample): Config {
  const short = { SHOP_ADDRESS: '5 Canal Road, York, YO1 7HH', RETURNS_ADDRESS: 'Unit 4, York, YO1 7HH' }
  const long = {
    SHOP_NAME: 'Yorkshire and Humber Agricultural Filter and Hydraulic Supplies Company',
    SHOP_ADDRESS: Array.from({ length: 6 }, (_, nth) => `Line ${nth} of the long address of a shop`).join(
      ', ',
    ),
    RETURNS_ADDRESS: Array.from({ length: 6 }, (_, nth) => `Line ${nth} of the long address`).join(', '),
    SHOP_BANK:
      'Filters Ltd, Sort code 20-00-00, Account number 12345678, IBAN GB33BUKB20201555555555, BIC BUKBGB22',
    SHOP_EMAIL: 'accounts-receivable@yorkshire-and-humber-filters.example',
  }
  return parseConfig({
    SHOP_MODE: 'production',
    DATA_DIR: '/nonexistent',
    SESSION_SECRET: 'hV3zQ8wLrT5nYc2kPm7sXb4dGf9jAe6u',
    BASE_URL: 'https://shop.example',
    SHOP_VAT_NUMBER: 'GB980780684',
    SHOP_COMPANY_NUMBER: '01234567',
    SHOP_PHONE: '0113 496 0000',
    SHOP_BANK: 'Filters Ltd, Sort code 20-00-00, Account number 12345678',
    ...(isLong ? long : short),
  })
}

/** A shop, and an order on account. */
function createSample(sample: PaperSample): { config: Config; order: DocumentOrder } {
  const { isLong, lines: count } = sample
  const lines = Array.from({ length: count }, (_, index) =>
    createOrderLine({
      code: toCode(sample, index),
      title: toText(sample, 'Hydraulic return filter element', 120),
      unitPrice: pence(isLong ? (index % 2 ? 12_346 : 123_456_789) : 1_250),
      quantity: isLong ? (index % 2 ? 9_999 : 1) : 12,
    }),
  )
  const address: Address = {
    firstname: toText(sample, 'Wolfeschlegelstein', 60),
    surname: toText(sample, 'Hausenbergerdorff', 60),
    company: toText(sample, 'Northfield Plant Hire', 80),
    address1: toText(sample, 'Unit 4', 80),
    address2: isLong ? toText(sample, 'Behind', 80) : '',
    town: toText(sample, 'Leeds', 60),
    county: isLong ? 'West Yorkshire' : '',
    postcode: 'LS1 4AP',
    country: isLong ? 'IE' : 'GB',
    telephone: '0113 496 0123',
  }
  const subtotal = pence(sum(lines.map(line => line.lineTotal)))
  const vouchers = isLong
    ? [1, 2, 3].map(nth => ({
        code: `VOUCHER-OF-A-LONG-NAME-${nth}`,
        ...{ kind: 'fixed' as const, rate: 1_234_567 },
        summary: 'for all who bought hydraulic filters before',
        amount: pence(1_234_567),
      }))
    : []
  const discount = pence(sum(vouchers.map(({ amount }) => amount)))
  const deliveryCost = pence(isLong ? 9_999_999 : 800)
  const net = pence(subtotal - discount + deliveryCost)
  const vat = calculateShare(net, 2000 as BasisPoints)
  const order: DocumentOrder = {
    ...createOrder({
      method: 'account',
      contact: { name: toText(sample, 'Sam Fitter', 100), email: 'sam@example.com', telephone: '', vat: '' },
      delivery: address,
      billing: address,
      deliveryFacts: { text: toText(sample, 'Next working day, before 17:30', 90) },
      purchaseOrder: isLong ? `PO-${'x7'.repeat(126)}` : 'PO 4711',
      deliveryInstructions: 'Leave with the foreman at the second gate please.',
      lines,
      subtotal,
      discount,
      vouchers,
      deliveryCost,
      vat,
      total: pence(net + vat),
      placedAt: at,
    }),
    vatRateBp: 2000,
    company: { name: address.company, accountNumber, vatRegistration: 'GB123456789' },
    legacyNumber: null,
    legacyDue: null,
    isInvoiced: false,
    documents: [],
    card: null,
    paidAt: null,
    madeFrom: null,
    invoiced: [],
    credited: [],
    deferred: [],
  }
  return { config: createConfig(sample), order }
}

function createPickList(order: DocumentOrder, sample: PaperSample): PickList {
  const boxes = Array.from(
    { length: sample.isLong ? Math.ceil(100 / sample.lines) + 2 : 3 },
    (_, index) => index + 1,
  )
  const lines = order.lines.flatMap((line, index) =>
    boxes.map(box => ({ ...line, orderId: box, position: index + 1, productId: index + 1 })),
  )
  return {
    id: 12,
    createdAt: at,
    createdBy: order.contact.name,
    finishedAt: null,
    orders: boxes.map(box => ({
      orderId: box,
      reference: `FH${String(box).padStart(8, 'A')}`,
      box,
      customer: order.contact.name,
      deliveryCode: order.deliveryCode,
      deliveryDate: order.deliveryDate,
      deliveryFacts: order.deliveryFacts,
      removedWhy: null,
      isVoid: false,
      isHeld: false,
      state: 'placed',
      isReadyToCollect: false,
      isCollected: false,
      canGoOut: true,
    })),
    lines: lines.map(line => ({
      ...line,
      bin: sample.isLong ? 'WAREHOUSE-2-AISLE-14-SHELF-3' : 'A-01',
      quantity: sample.isLong ? 9_999 : 8,
      picked: null,
      pickedBy: '',
      despatched: 0,
    })),
  }
}

function createStatement(sample: PaperSample): Statement {
  const amount = pence(sample.isLong ? 123_456_789 : 12_345)
  const entries = Array.from({ length: sample.lines }, (_, index) => ({
    kind: 'invoice' as const,
    day: today,
    number: index + 1,
    reference: `FH${String(index + 1).padStart(4, '0')}`,
    purchaseOrder: sample.isLong ? 'x7'.repeat(60) : '',
    dueOn: addDays(today, index % 2 ? 30 : -30),
    method: null,
    receivedOn: null,
    amount,
  }))
  return {
    month: '2026-11' as Month,
    company: {
      name: toText(sample, 'Northfield Plant Hire', 100),
      accountNumber: sample.isLong ? 'NORTHFIELD-PLANT-HIRE-AND-SALES-1234' : accountNumber,
      address: ['Unit 4', 'Leeds', 'LS1 4AP'],
    },
    opening: pence(0),
    entries,
    closing: pence(amount * entries.length),
    openInvoices: entries.map(({ number, day, reference, dueOn }) => ({
      number,
      issuedOn: day,
      reference,
      dueOn,
      total: amount,
      open: amount,
    })),
  }
}

async function drawLabels(sample: PaperSample, size: 'A4' | 'A6'): Promise<SamplePaper> {
  const { config, order } = createSample(sample)
  const labels = Array.from({ length: sample.lines }, (_, index) =>
    createAddressLabel(config, order, `Box ${index + 1}`),
  )
  const sheet = { size: size === 'A4' ? 'a4' : 'a6', start: 1 } as const
  const pdf = await createAddressLabels({ labels, sheet, shopName: config.shopName, at })
  const words = [...formatAddressLines(order.delivery), order.delivery.telephone, order.deliveryInstructions]
  return { pdf, marks: toLabelMarks([...words, `Box ${sample.lines}`]) }
}
