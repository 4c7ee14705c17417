import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCodeKey } from '../../../lib/part-number.ts'
import { runSteps } from '../../search/engine/sorting.ts'
import { type ParsedRow, parseListInSteps } from './parse-list.ts'
import { isOrderable } from './quantity.ts'
import { parseText } from './source-rows.ts'
import { isNumbering, type ListPurpose, mayBeNumbering } from './table.ts'

// Lists in the shapes that people have, written at random. Each quantity has to be read right or queried, never
// another number. RANDOM_LISTS=20000 tries as many of each kind.
const numRuns = Number(process.env.RANDOM_LISTS ?? 500)
// The short run tries the same lists each time, the long one others.
const runs = { numRuns, ...(process.env.RANDOM_LISTS === undefined && { seed: 20_261_128 }) }

const codes = [
  'FH-OIL-1', 'FH-SEAL-1', 'FH-AIR-1', 'FH-HYD-1', 'P 551-712', 'LF9009', '32/925346', '551712', 'F 026 400 999',
  'W 950/26', '84575829', '1R-0750', 'AF25', 'HU 718 x', 'RE504836', '6735-51-5140', '0117 9999', '99.999.00',
] // biome-ignore format: a list of numbers
const ids = new Map([...codes, '120', '9009', '2012'].map((code, at) => [toCodeKey(code), [at + 1]]))
const findProductIds = (key: string) => ids.get(key) ?? []

function read(text: string, purpose: ListPurpose = 'order', isFile = false): ParsedRow[] {
  const list = runSteps(parseListInSteps(parseText(text), { findProductIds, purpose, isFile }))
  if (!list.ok) throw new Error(list.reason)
  return list.lines
}

/** The lines with a known part: its code and the quantity, or '?' when it is queried. */
const summarize = (lines: readonly ParsedRow[]) =>
  lines.flatMap(({ readings, quantity }) => {
    const reading = readings.find(({ code }) => ids.has(toCodeKey(code)))
    // What cannot be ordered is queried too.
    return reading ? [[toCodeKey(reading.code), isOrderable(quantity) ? quantity : '?'] as const] : []
  })

interface ListItem {
  code: string
  quantity: number
  /** Written in place of the quantity; it has to be queried. */
  doubt: string | null
}

/** Each part is there in its order, with its quantity or a question. */
function expectRightOrQueried(text: string, items: readonly ListItem[], lines: readonly ParsedRow[]): void {
  const read = summarize(lines)
  expect(
    read.map(([key]) => key),
    text,
  ).toEqual(items.map(({ code }) => toCodeKey(code)))
  items.forEach(({ quantity, doubt }, at) => {
    expect(doubt === null ? ['?', quantity] : ['?'], `${at}: ${text}`).toContain(read[at]![1])
  })
}

const doubts = ['', '-2', '2.5', '2,5', '1 000', "1'000", '1.000', '2 of 10', '2/10', '2-3', '#REF!', '#N/A', 'TBC', '?', '½', '٢', '1e3', 'two', '-', 'n/a', '12 boxes', '5+', '~5', '2²', '+2', 'x'] // biome-ignore format: a list of texts

const item: fc.Arbitrary<ListItem> = fc.record({
  code: fc.constantFrom(...codes),
  quantity: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) },
    fc.integer({ min: 1, max: 9999 }),
  ),
  doubt: fc.option(fc.constantFrom(...doubts), { freq: 8 }),
})

const quantityHeadings = {
  ordered: ['Qty Req', 'Ordered', 'Qty to order', 'No. required', 'Order Qty', 'QTY ORD', "Req'd", 'Quantity required', 'Needed', 'Qty wanted', 'Order', 'To order', 'Qty. req\'d', 'Bestellmenge', 'Benötigt', 'Bestellte Menge', 'Qté demandée', 'Cant. pedida', 'Cantidad solicitada', 'Antal beställt', 'Ilość do zamówienia', 'Quantité commandée', 'Cantidad pedida', 'Beställt antal', 'Ilość zamówiona'],
  plain: ['Qty', 'QTY.', 'Quantity', 'Qty (pcs)', 'qty', 'Pcs', 'Units', 'No off', 'How many', 'Quanity', 'Total qty', 'Q\'ty', 'Qnty', 'Pieces', 'Order quantity', 'Menge (Stk)', 'Menge', 'Anzahl', 'Stück', 'Stk.', 'Quantité', 'Qté', 'Cantidad', 'Cant.', 'Uds', 'Antal', 'Ilość', 'Szt.', 'Aantal', 'Qtà', 'Quantità'],
} // biome-ignore format: lists of headings
const partHeadings = ['Part No', 'Part number', 'PartNo', 'P/N', 'SKU', 'Code', 'Product', 'Artikelnummer', 'Art.-Nr.', 'Teilenummer', 'Référence', 'Referencia', 'Código', 'Artikelnr', 'Indeks', 'Numer katalogowy', 'Our ref'] // biome-ignore format: a list of headings

interface RandomColumn {
  heading: string
  toCell: (item: ListItem, row: number) => string
}

const titles = ['Oil filter', 'Seal 20 mm', 'Air filter, outer', 'Filter 12 micron', 'Hydraulic filter; return', 'Kit 500 h', 'M20x1.5 filter', '5" hose filter', 'Element (2 stage)', 'Filter for JCB 3CX'] // biome-ignore format: a list of texts
const pounds = (row: number) => (4 + row * 8.5).toFixed(2)
const otherColumns: fc.Arbitrary<RandomColumn> = fc.oneof(
  fc.record({
    heading: fc.constantFrom(
      'Description',
      'Bezeichnung',
      'Désignation',
      'Descripción',
      'Benämning',
      'Opis',
      'Title',
    ),
    toCell: fc.nat(20).map(from => (_: ListItem, row: number) => titles[(from + row) % titles.length]!),
  }),
  fc.constantFrom<RandomColumn>(
    { heading: 'Price', toCell: (_, row) => pounds(row) },
    { heading: 'Unit price', toCell: (_, row) => `£${pounds(row)}` },
    { heading: 'Einzelpreis', toCell: (_, row) => `${pounds(row).replace('.', ',')} €` },
    { heading: 'Line total', toCell: ({ quantity }) => (quantity * 4.5).toFixed(2) },
    { heading: 'Bin', toCell: (_, row) => `${row + 3}` },
    { heading: 'Stock', toCell: (_, row) => `${row * 7 + 40}` },
    { heading: 'Weight (g)', toCell: (_, row) => `${row * 70 + 400}` },
    { heading: 'Pack size', toCell: () => '12' },
    { heading: 'Lead time', toCell: (_, row) => `${row + 2} days` },
    { heading: 'Machine', toCell: (_, row) => `JCB ${row + 1}CX` },
    { heading: 'Fleet no', toCell: (_, row) => `${row + 24}` },
    { heading: 'Discount', toCell: () => '10%' },
    { heading: 'VAT', toCell: () => '20' },
    { heading: 'Barcode', toCell: (_, row) => `50123456789${row + 10}` },
    { heading: 'Thread', toCell: () => 'M20x1.5' },
    { heading: 'Last ordered', toCell: (_, row) => `0${row + 1}.11.2025` },
    { heading: 'Pack qty', toCell: (_, row) => `${row + 10}` },
    { heading: 'Date', toCell: (_, row) => `2${row}/11/2025` },
    { heading: 'UOM', toCell: () => 'EA' },
    { heading: 'Notes', toCell: (_, row) => (row % 3 === 0 ? 'urgent' : '') },
    { heading: 'Supplier', toCell: () => 'Donaldson' },
  ),
)
const numbering: fc.Arbitrary<RandomColumn> = fc.record({
  heading: fc.constantFrom('Item', 'No', 'Line', 'Pos', '#', 'Ref', 'Order No', 'Lp.', 'Nr', ''),
  toCell: fc
    .constantFrom<(row: number) => number>(
      row => row + 1,
      row => row,
      row => (row + 1) * 10,
      row => (row + 1) * 100,
      row => (row < 2 ? row + 1 : row + 2),
      row => 2 * row + 1,
    )
    .map(count => (_: ListItem, row: number) => String(count(row))),
})

/** What programs do to a text on its way into the form. */
const transports = fc.constantFrom<(text: string) => string>(
  text => text,
  text => text,
  text => `\ufeff${text.replaceAll('\n', '\r\n')}\r\n`,
  text => text.replaceAll(' ', '\u00a0'),
  text => text.replaceAll('\n', '\n> ').replace(/^/, '> '),
  text => text.replaceAll('\n', ' \n\n '),
  text => (text.includes('"') ? text : text.replaceAll('\t', ' \t ')),
  text => text.replaceAll('-', '\u2011').replaceAll('\n', '\u200b\n'),
  text => text.replace(/\d/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
)

const quantityForms = fc.constantFrom<(quantity: number) => string>(
  quantity => String(quantity),
  quantity => `${quantity}.0`,
  quantity => `${quantity}.00`,
  quantity => `${quantity},00`,
  quantity => `${quantity} pcs`,
  quantity => `${quantity} Stk`,
  quantity => `${quantity} szt.`,
  quantity => `x${quantity}`,
  quantity => `${quantity} x`,
  quantity => `(${quantity})`,
  quantity => quantity.toLocaleString('en-GB'),
)

interface RandomTable {
  items: ListItem[]
  columns: RandomColumn[]
  separator: string
  hasHeadings: boolean
  text: string
}

const table: fc.Arbitrary<RandomTable> = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 8 }),
    more: fc.array(otherColumns, { maxLength: 4 }),
    numbers: fc.option(numbering),
    hasHeadings: fc.boolean(),
    partHeading: fc.constantFrom(...partHeadings),
    quantityHeading: fc.constantFrom(...quantityHeadings.plain, ...quantityHeadings.ordered),
    form: quantityForms,
    separator: fc.constantFrom('\t', ';', ',', '|', '   '),
    quoting: fc.constantFrom('always', 'needed', 'lines'),
    order: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
    around: fc.boolean(),
    isPlain: fc.boolean(),
    hasTotal: fc.boolean(),
    transport: transports,
  })
  // Nothing but a heading tells quantities of 1, 2, 3 … from row numbers.
  .filter(({ items, hasHeadings }) => {
    const quantities = items.map(({ quantity }) => quantity)
    return hasHeadings || items.length < 2 || !(isNumbering(quantities) || mayBeNumbering(quantities))
  })
  .map(({ items, more, numbers, form, quoting, order, ...choice }) => {
    // Without headings nothing says that an empty cell is the quantity.
    const toUsed = (one: ListItem) =>
      choice.isPlain || (one.doubt === '' && !choice.hasHeadings) ? { ...one, doubt: null } : one
    const used = items.map(toUsed)
    const part = { heading: choice.partHeading, toCell: ({ code }: ListItem) => code }
    const quantity = {
      heading: choice.quantityHeading,
      toCell: (one: ListItem) => one.doubt ?? form(one.quantity),
    }
    const columns = [part, quantity, ...more, ...(numbers ? [numbers] : [])]
      .map((column, at) => ({ column, at: order[at]! }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ column }) => column)
    const rows = used.map((one, row) => columns.map(column => column.toCell(one, row)))
    const headings = choice.hasHeadings ? [columns.map(({ heading }) => heading)] : []
    const lines = [...headings, ...rows].map(cells =>
      writeRow(cells, choice.separator, quoting as 'always' | 'needed' | 'lines', columns.indexOf(part)),
    )
    if (choice.hasTotal) {
      const sum = used.reduce((total, { quantity: count }) => total + count, 0)
      const toCell = (column: RandomColumn) =>
        column === part ? '' : column === quantity ? String(sum) : column === columns[0] ? 'Total' : ''
      lines.push(writeRow(columns.map(toCell), choice.separator, 'needed', 0))
    }
    const isMarkdown = choice.separator === '|' && choice.hasHeadings
    if (isMarkdown) lines.splice(1, 0, `|${columns.map(() => ' --- ').join('|')}|`)
    const text = choice.around
      ? ['Hello,', 'please send', ...lines, 'Thank you, Dave'].join('\n')
      : lines.join('\n')
    return {
      items: used,
      columns,
      separator: choice.separator,
      hasHeadings: choice.hasHeadings,
      text: choice.transport(text),
    }
  })

function writeRow(
  cells: string[],
  separator: string,
  quoting: 'always' | 'needed' | 'lines',
  partAt: number,
): string {
  if (separator === '   ') return cells.map(cell => (cell === '' ? '.' : cell)).join('   ')
  if (separator === '|') return `| ${cells.map(cell => cell.replaceAll('|', '/')).join(' | ')} |`
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  return cells
    .map((cell, at) => {
      if (quoting === 'lines' && at === partAt && /\d/.test(cell)) return quote(`${cell}\nfilter`)
      return quoting === 'always' || cell.includes(separator) || cell.startsWith('"') ? quote(cell) : cell
    })
    .join(separator)
}

const timeout = Math.max(60_000, numRuns * 20)

describe('a table in any shape', () => {
  it('is read right, or queried', { timeout }, () => {
    fc.assert(
      fc.property(table, fc.boolean(), ({ items, text }, isFile) => {
        expectRightOrQueried(text, items, read(text, 'order', isFile))
      }),
      runs,
    )
  })

  it('with headings and plain quantities is read without a question', { timeout }, () => {
    fc.assert(
      fc.property(table, fc.boolean(), ({ items, text, hasHeadings }, isFile) => {
        // '1,000' below a foreign heading may be one.
        fc.pre(hasHeadings && items.every(({ doubt, quantity }) => doubt === null && quantity < 1000))
        const expected = items.map(({ code, quantity }) => [toCodeKey(code), quantity])
        expect(summarize(read(text, 'order', isFile)), text).toEqual(expected)
      }),
      runs,
    )
  })

  it('of a delivery is booked by what was delivered, or queried', { timeout }, () => {
    const delivered = fc.constantFrom('Qty delivered', 'Supplied', 'Qty Shipped', 'Despatched', 'Received', 'This delivery', 'Liefermenge', 'Quantité livrée', 'Cantidad entregada', 'Levererat antal', 'Ilość dostarczona') // biome-ignore format: a list of headings
    const ordered = fc.option(fc.constantFrom('Qty Ordered', 'Ordered', 'Order qty', 'Bestellt', 'Qty'))
    const outstanding = fc.option(fc.constantFrom('To follow', 'Back order', 'B/O', 'Outstanding', 'Rest'))
    const rows = fc.array(fc.tuple(item, fc.nat(60)), { minLength: 1, maxLength: 6 })
    const order = fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(rows, fc.option(delivered), ordered, outstanding, order, (list, ...choice) => {
        const [deliveredHeading, orderedHeading, outstandingHeading, positions] = choice
        fc.pre(deliveredHeading !== null || orderedHeading !== null)
        const columns = [
          { heading: 'Part No', toCell: ({ code }: ListItem) => code },
          { heading: deliveredHeading, toCell: ({ doubt, quantity }: ListItem) => doubt ?? String(quantity) },
          {
            heading: orderedHeading,
            toCell: ({ quantity }: ListItem, more: number) => String(quantity + more),
          },
          { heading: outstandingHeading, toCell: (_: ListItem, more: number) => String(more) },
        ]
          .filter(({ heading }) => heading !== null)
          .map((column, at) => ({ ...column, at: positions[at]! }))
          .toSorted((a, b) => a.at - b.at)
        const lines = list.map(([one, more]) => columns.map(({ toCell }) => toCell(one, more)).join('\t'))
        const text = [columns.map(({ heading }) => heading).join('\t'), ...lines].join('\n')
        const result = summarize(read(text, 'delivery'))
        list.forEach(([{ quantity, doubt }, more], at) => {
          // A plain 'Qty' with nothing to follow is what was delivered.
          const isDelivered =
            deliveredHeading !== null ? doubt === null : more === 0 || orderedHeading === 'Qty'
          const allowed = isDelivered ? ['?', deliveredHeading === null ? quantity + more : quantity] : ['?']
          expect(allowed, `${at}: ${text}`).toContain(result[at]?.[1] ?? '?')
        })
      }),
      runs,
    )
  })
})

interface RandomLine {
  text: string
  items: ListItem[]
}

const markedForms = fc.constantFrom<(code: string, quantity: number) => string>(
  (code, quantity) => `${quantity} x ${code}`,
  (code, quantity) => `${quantity}x ${code}`,
  (code, quantity) => `${code} x${quantity}`,
  (code, quantity) => `${code} x ${quantity}`,
  (code, quantity) => `${code} × ${quantity}`,
  (code, quantity) => `${code} qty ${quantity}`,
  (code, quantity) => `${code} Qty: ${quantity}`,
  (code, quantity) => `${code} (${quantity})`,
  (code, quantity) => `${code} - ${quantity} pcs`,
  (code, quantity) => `${quantity} off ${code}`,
  (code, quantity) => `${code} ${quantity} off`,
  (code, quantity) => `${quantity} Stück ${code}`,
  (code, quantity) => `${code}, ${quantity} szt.`,
  (code, quantity) => `${code} oil filter x ${quantity}`,
  (code, quantity) => `Oil filter (${code}) x ${quantity}`,
  (code, quantity) => `${code} x ${quantity} £12.50 £25.00`,
  (code, quantity) => `${quantity} no. ${code}`,
  (code, quantity) => `${quantity}no ${code}`,
  (code, quantity) => `${quantity} EA ${code}`,
  (code, quantity) => `${quantity} @ £12.50 ${code}`,
  (code, quantity) => `${code} @ £12.50 x ${quantity}`,
  (code, quantity) => `${code} qty=${quantity}`,
  (code, quantity) => `Part no: ${code}, qty: ${quantity}`,
  (code, quantity) => `${code} ${quantity} of`,
  (code, quantity) => `${code} [${quantity}]`,
  (code, quantity) => `**${code}** x ${quantity}`,
  (code, quantity) => `${code} Menge ${quantity}`,
  (code, quantity) => `${code} ${quantity} pièces`,
)
const bareForms = fc.constantFrom<(code: string, quantity: number) => string>(
  (code, quantity) => `${code} ${quantity}`,
  (code, quantity) => `${quantity} ${code}`,
  (code, quantity) => `${code}, ${quantity}`,
  (code, quantity) => `${code}: ${quantity}`,
  (code, quantity) => `${code} - ${quantity}`,
  (code, quantity) => `${code} oil filter ${quantity}`,
  (code, quantity) => `${code} ..... ${quantity}`,
  (code, quantity) => `${code}\t${quantity}`,
  (code, quantity) => `${code} | ${quantity}`,
  (code, quantity) => `${code} - Oil filter - ${quantity}`,
  (code, quantity) => `${quantity} oil filters ${code}`,
  (code, quantity) => `${quantity} - ${code}`,
)
const prefixes = fc.constantFrom(
  '', '- ', '* ', '• ', '> ', '1. ', '3) ', 'Line 10: ', 'Fleet no 24 ', 'Fleet 24: ', 'Job 7 - ', '[28/11/2025, 10:19:16] Dave: ', '28/11/2025, 10:19 - Dave: ', 'Dave Smith 10:19 ', 'Please send ', 'JCB 3CX: ', 'for the 320D: ', 'PO 4711, ', '[28/11 10:19] Dave: ', 'Item 3 ', 'Hi, ', 'need ', '12 ', '(2) ', '#4 ', 'Bay 3: ', '>> ', '☐ ', '1.1 ', 'a) ', '10:19 ', 'Dave: ', '[10:19] +44 7700 900123: ', 'Re order 4711: ', 'Site 2 - ', 'w/c 1 Dec: ', 'urgent!! ', 'Machine 2, ', 'Reg AB12 CDE ', 'Tel 0113 496 0000 ', '2 sets: ', 'or ', 'not ',
) // biome-ignore format: a list of texts
const suffixes = fc.constantFrom(
  '', ' please', ' for Monday', ' urgent', ', thanks', ' 12 micron', ' £12.50', ' for JCB 3CX', ' by 28/11', ' @ £4.00 each', ' M20x1.5', ' 93 x 140 mm', ' tier 4', ' 2', ' x 3', ' of 10', ' boxes', ' (2012)', ' 12.50 25.00', '?', ' 3CX', ' Volvo 7', ' each', ', 5', ' or 6', ' ea', ' ea.', ' £12', ' 12.50', ' (12)', ' (urgent)', ' 1/2" BSP', ' 2nd fix', ' -10%', ' spare', ' + 1', ' -> 2', ' no. 3', ' #3', ' ASAP x', ' cancelled', ' = £25.00', ' for 2 machines', ' per set', ' pk', ' tbc', '!', ' :)', ' 👍', ' 20%',
) // biome-ignore format: a list of texts

const freeLine: fc.Arbitrary<RandomLine> = fc
  .record({ one: item, form: fc.oneof(markedForms, bareForms), prefix: prefixes, suffix: suffixes })
  // A marked quantity goes before an unmarked one.
  .filter(({ one, form, suffix }) => suffix !== ' x 3' || / x ?\d/.test(form('', one.quantity)))
  .map(({ one, form, prefix, suffix }) => ({
    text: `${prefix}${form(one.code, one.quantity)}${suffix}`,
    items: [{ ...one, doubt: null }],
  }))

describe('a line in any form', () => {
  it('is read right, or queried', { timeout }, () => {
    fc.assert(
      fc.property(fc.array(freeLine, { minLength: 1, maxLength: 4 }), transports, (lines, transport) => {
        const text = transport(lines.map(line => line.text).join('\n'))
        expectRightOrQueried(
          text,
          lines.flatMap(({ items }) => items),
          read(text),
        )
      }),
      runs,
    )
  })

  it('with a doubtful quantity is queried', { timeout }, () => {
    const form = fc.constantFrom<(code: string, doubt: string) => string>(
      (code, doubt) => `${code} ${doubt}`,
      (code, doubt) => `${code} x ${doubt}`,
      (code, doubt) => `${code}; ${doubt}`,
      (code, doubt) => `${code}\t${doubt}`,
      (code, doubt) => `${code} qty ${doubt}`,
      (code, doubt) => `${code} oil filter, ${doubt}`,
    )
    const doubt = fc.constantFrom(...doubts.filter(text => text !== '' && text !== '-'))
    fc.assert(
      fc.property(item, doubt, form, ({ code }, seen, toText) => {
        const text = toText(code, seen)
        expectRightOrQueried(text, [{ code, quantity: 0, doubt: seen }], read(text))
      }),
      runs,
    )
  })

  it('in the usual forms is read without a question', { timeout }, () => {
    const quantity = fc.integer({ min: 1, max: 999 })
    const form = fc.oneof(markedForms, bareForms)
    const prefix = fc.constantFrom('', '- ', 'Please send ', 'Line 10: ', '[28/11/2025, 10:19:16] Dave: ')
    const suffix = fc.constantFrom('', ' please', ', thanks', ' for Monday')
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        quantity,
        form,
        prefix,
        suffix,
        (code, count, toText, before, after) => {
          const text = `${before}${toText(code, count)}${after}`
          fc.pre(!/^- \d/.test(text))
          expect(summarize(read(text)), text).toEqual([[toCodeKey(code), count]])
        },
      ),
      runs,
    )
  })
})
