import { describe, expect, it } from 'vitest'
import { parseSheet } from './source-rows.ts'
import { formatLines, read, readRows } from './test-catalogue.fixture.ts'

const rows = (...lines: string[]) => lines.join('\n')
const readTwo = (heading: string, purpose: 'order' | 'delivery' = 'order') =>
  read(rows(`Part No;${heading}`, 'FH-SEAL-1;20', 'FH-OIL-1;40'), purpose).slice(1)

describe('a column of quantities', () => {
  it.each([
    'Qty',
    'QTY.',
    'Qty (pcs)',
    'Quantity',
    'Qty Req',
    "Req'd",
    'Required',
    'Ordered',
    'Order Qty',
    'QTY ORD',
    'OrderQty',
    'Qty to order',
    'No. required',
    'No off',
    'Number required',
    'How many',
    'Needed',
    'Pieces',
    'PCS',
    'Units',
    'Total qty',
    'Quanity',
    'Qty ordered',
    'Quantity (each)',
    'Menge',
    'Anzahl',
    'Stück',
    'Stk.',
    'Bestellmenge',
    'Qté',
    'Quantité',
    'Quantité commandée',
    'Cantidad',
    'Cant.',
    'Uds',
    'Unidades',
    'Antal',
    'Beställt antal',
    'Ilość',
    'Szt.',
    'Ilość zamówiona',
    'Aantal',
    'Qtà',
    'Quantità',
    'Počet',
    'Kpl',
    'Qty supplied',
    'Stückzahl',
    'Q',
    'qty_required',
  ])('is found by its heading: %s', heading => {
    // biome-ignore format: a list of headings
    expect(readTwo(heading)).toEqual(['20 FH-SEAL-1', '40 FH-OIL-1'])
  })

  it.each([
    'Qty delivered',
    'Qty Supplied',
    'Despatched',
    'Received',
    'This delivery',
    'Liefermenge',
    'Qté livrée',
    'Qty',
    'Antal',
  ])('of a delivery is found by its heading: %s', heading => {
    expect(readTwo(heading, 'delivery')).toEqual(['20 FH-SEAL-1', '40 FH-OIL-1'])
  })

  it.each([
    'Bin',
    'Cartons',
    'Pairs',
    'Reorder level',
    'SOH',
    'Weight (g)',
    'Stock',
    'Pack qty',
    'Qty per box',
    'Min. qty',
    'Price',
    'Order No',
    'Year',
    'Gewicht',
    'Lager',
  ])('is never taken from another one: %s', heading => {
    for (const line of readTwo(heading)) expect(line).toMatch(/^(?:\?|1 )/)
    for (const line of readTwo(heading, 'delivery')) expect(line).toMatch(/^(?:\?|1 )/)
  })

  it('with a heading that is not known is queried: it may be a depot, a project or a cost centre', () => {
    const headings = ['Depot', 'Site', 'Project', 'Asset', 'Bay', 'Zone', 'Dept', 'Nominal', 'Centre']
    const unclear = ['Määräksi', 'Amount', 'Total', 'Reorder', 'Driver', 'Priority', 'Miles', 'Km', 'Site 2']
    for (const heading of [...headings, ...unclear]) {
      expect([heading, ...readTwo(heading)]).toEqual([heading, '?“20” FH-SEAL-1', '?“40” FH-OIL-1'])
      expect(readTwo(heading, 'delivery')).toEqual(['?“20” FH-SEAL-1', '?“40” FH-OIL-1'])
    }
    for (const heading of ['Cost code', 'Ledger code', 'Supplier'])
      expect([heading, ...readTwo(heading)]).toEqual([heading, '?“” FH-SEAL-1', '?“” FH-OIL-1'])
    expect(read(rows('Part No,Foo', 'FH-OIL-1,20'), 'delivery').slice(1)).toEqual(['?“20” FH-OIL-1'])
    const two = rows('Part No;Foo;Bar', 'FH-SEAL-1;20;3', 'FH-OIL-1;40;4')
    expect(read(two).slice(1)).toEqual(['?“20 and 3” FH-SEAL-1', '?“40 and 4” FH-OIL-1'])
  })

  it('stands beside what was delivered and what is to follow', () => {
    const note = rows('Part No,Qty Ordered,Qty Supplied', 'FH-SEAL-1,20,12', 'FH-OIL-1,40,40')
    expect(read(note, 'delivery').slice(1)).toEqual(['12 FH-SEAL-1', '40 FH-OIL-1'])
    expect(read(note, 'order').slice(1)).toEqual(['?“20 and 12” FH-SEAL-1', '40 FH-OIL-1'])
    const open = rows('Part No,Qty,To follow', 'FH-SEAL-1,20,12', 'FH-OIL-1,40,0')
    expect(read(open, 'delivery').slice(1)).toEqual(['?“20 and 12” FH-SEAL-1', '40 FH-OIL-1'])
    const ordered = rows('Part No,Qty Ordered,B/O', 'FH-SEAL-1,20,12', 'FH-OIL-1,40,0')
    expect(read(ordered, 'delivery').slice(1)).toEqual(['?“20 and 12” FH-SEAL-1', '?“40” FH-OIL-1'])
    const twoRows = rows('Qty;Qty;Part', 'ordered;delivered;no', '2;1;FH-OIL-1')
    expect(read(twoRows, 'delivery').slice(2)).toEqual(['1 FH-OIL-1'])
  })

  it('stands beside another quantity', () => {
    const perVehicle = rows('Part;Qty per vehicle;Vehicles', 'FH-OIL-1;2;3')
    expect(read(perVehicle).slice(1)).toEqual(['?“3” FH-OIL-1'])
    expect(read(rows('Part;SOH;QTO', 'FH-OIL-1;7;5')).slice(1)).toEqual(['5 FH-OIL-1'])
    expect(read(rows('Part;Requested;Approved', 'FH-OIL-1;7;5')).slice(1)).toEqual(['?“7 and 5” FH-OIL-1'])
    expect(read(rows('Part;Qty;Required', 'FH-OIL-1;7;28/11/2025')).slice(1)).toEqual(['7 FH-OIL-1'])
  })

  it('says in another column what is counted', () => {
    const table = rows('Part;Qty;UOM', 'FH-OIL-1;2;box', 'FH-SEAL-1;4;EA', 'FH-AIR-1;3;')
    expect(read(table).slice(1)).toEqual(['?“2 box” FH-OIL-1', '4 FH-SEAL-1', '3 FH-AIR-1'])
  })

  it.each([
    ['20', '20'],
    ['2,00', '2'],
    ['2.0', '2'],
    ['2.00', '2'],
    ['20 pcs', '20'],
    ['x20', '20'],
    ['(20)', '20'],
    ['="20"', '20'],
    ['1,000', '1000'],
    ['1,000.00', '1000'],
    ['1.000,00', '1000'],
    ['２０', '20'],
    ['0', '0'],
    ['10000', '10000'],
    ...['-2', '2.5', '2,5', '1 000', "1'000", '1.000', '2 of 10', '2-3', '#REF!', 'tbc', '?', '-', 'x', '½', '٢', '2²', '1e3', 'two', '5+', '+2', '12 boxes', '20 (was 10)', '2025-03-02'].map(text => [text, `?“${text}”`] as [string, string]), // biome-ignore format: a list of texts
    ['', '?“”'],
  ])('has %j: %s', (cell, expected) => {
    expect(read(`code\tqty\nFH-OIL-1\t${cell}\nFH-SEAL-1\t7`)).toEqual([
      '-',
      `${expected} FH-OIL-1`,
      '7 FH-SEAL-1',
    ])
  })

  it('below a foreign heading, or beside a decimal comma, has decimals behind a comma', () => {
    const table = rows('Artikelnummer;Menge', 'FH-OIL-1;1,000', 'FH-SEAL-1;20,00')
    expect(read(table).slice(1)).toEqual(['?“1,000” FH-OIL-1', '20 FH-SEAL-1'])
    expect(read(rows('Qty;Part;Price', '2,000;FH-OIL-1;12,50'))[1]).toBe('?“2,000” FH-OIL-1')
    expect(read(rows('FH-OIL-1;2,00', 'FH-SEAL-1;1,000'))).toEqual(['2 FH-OIL-1', '?“1,000” FH-SEAL-1'])
  })
})

describe('row numbers', () => {
  it.each([
    rows('Item,Part No,Description,Qty', '1,FH-SEAL-1,Seal,20', '2,FH-OIL-1,Oil,40'),
    rows('Part No,No,Qty', 'FH-SEAL-1,1,20', 'FH-OIL-1,2,40'),
    rows('Order No,Part,Quantity', '1,FH-SEAL-1,20', '2,FH-OIL-1,40'),
    rows('Ref;Qty;Part', '10;20;FH-SEAL-1', '20;40;FH-OIL-1'),
    rows('1,FH-SEAL-1,Seal,20', '2,FH-OIL-1,Oil,40'),
    rows('1\tFH-SEAL-1\t20', '2\tFH-OIL-1\t40'),
    rows('10;FH-SEAL-1;20', '20;FH-OIL-1;40'),
    rows('0|FH-SEAL-1|20', '1|FH-OIL-1|40'),
    rows('Item Part No Qty', '1   FH-SEAL-1   20', '2   FH-OIL-1   40'),
  ])('are no quantities: %j', table => {
    expect(read(table).filter(line => line !== '-')).toEqual(['20 FH-SEAL-1', '40 FH-OIL-1'])
  })

  it.each([
    rows('FH-SEAL-1,1,20', 'FH-OIL-1,2,40'),
    rows('FH-SEAL-1,20,1', 'FH-OIL-1,40,2'),
    rows('1;FH-SEAL-1', '2;FH-OIL-1'),
    rows('1,FH-SEAL-1,20', '3,FH-OIL-1,40'),
    '1,FH-SEAL-1,Seal,20',
    rows('5,1,FH-SEAL-1', '6,2,FH-OIL-1'),
  ])('that may be quantities are queried: %j', table => {
    for (const line of read(table)) expect(line).toMatch(/^\?/)
  })

  it('behind the parts of a short list are rather quantities', () => {
    expect(read('FH-SEAL-1;1\nFH-OIL-1;2')).toEqual(['1 FH-SEAL-1', '2 FH-OIL-1'])
    const long = ['FH-SEAL-1;1', 'FH-OIL-1;2', 'FH-AIR-1;3', 'FH-HYD-1;4']
    for (const line of read(rows(...long))) expect(line).toMatch(/^\?/)
    expect(read(rows('Item,Part No', '1,FH-SEAL-1', '2,FH-OIL-1')).slice(1)).toEqual([
      '1 FH-SEAL-1',
      '1 FH-OIL-1',
    ])
  })
})

describe('a table', () => {
  it('of an invoice, with prices, titles and totals', () => {
    const invoice = rows(
      'Code,Description,Qty,Unit price,Line total',
      'FH-OIL-1,Oil filter 12 micron,2,12.50,25.00',
      'FH-SEAL-1,"Seal, 20 mm",4,4.00,16.00',
      ',,,Subtotal,41.00',
      ',,,VAT,8.20',
    )
    expect(read(invoice)).toEqual(['-', '2 FH-OIL-1', '4 FH-SEAL-1', '-', '-'])
    const bare = rows('FH-OIL-1,Oil filter,2,12.50,25.00', 'FH-SEAL-1,Seal,4,4.00,16.00')
    expect(read(bare)).toEqual(['2 FH-OIL-1', '4 FH-SEAL-1'])
    const whole = rows('FH-OIL-1,Oil filter,2,12,24', 'FH-SEAL-1,Seal,4,4,16')
    expect(read(whole)).toEqual(['?“2 and 12 and 24” FH-OIL-1', '?“4 and 16” FH-SEAL-1'])
  })

  it('in Markdown, and aligned with blanks', () => {
    expect(read(rows('| Part | Qty |', '|------|----:|', '| FH-OIL-1 | 2 |'))).toEqual(['-', '2 FH-OIL-1'])
    const aligned = rows(
      'Part No      Description   Qty',
      'FH-OIL-1     Oil filter      2',
      'FH-SEAL-1    Seal           14',
    )
    expect(read(aligned)).toEqual(['-', '2 FH-OIL-1', '14 FH-SEAL-1'])
  })

  it('with headings in any order, empty rows, and headings again', () => {
    const table = rows(
      'Qty;Description;Part No.',
      '4;Oil filter;LF9009',
      ';;',
      '2;"Air; outer";551712',
      'Part;Qty',
      'FH-OIL-1;7',
    )
    expect(read(table)).toEqual(['-', '4 LF9009', '2 551712', '-', '7 FH-OIL-1'])
  })

  it('that names parts twice', () => {
    const table = rows('Part no;Old number;Qty', 'LF9009;P551712;4', '32/925346;32/925694;2')
    expect(read(table).slice(1)).toEqual(['4 LF9009', '2 32/925346 (32/925694)'])
    const ours = rows('Your ref;Part number;Qty', 'A1234;FH-OIL-1;2', 'B5678;FH-SEAL-1;4')
    expect(read(ours).slice(1)).toEqual(['2 FH-OIL-1', '4 FH-SEAL-1'])
  })

  it('with two parts in a cell, of which the quantity may be either’s', () => {
    expect(read('"FH-OIL-1 FH-AIR-1";4')).toEqual(['?“4” FH-OIL-1', '?“4” FH-AIR-1'])
    expect(read('"FH-OIL-1\nFH-AIR-1"\t4')).toEqual(['?“4” FH-OIL-1', '?“4” FH-AIR-1'])
    expect(read('FH-OIL-1 / FH-AIR-1|4')).toEqual(['?“” FH-OIL-1', '?“4” FH-AIR-1'])
    expect(read('FH-OIL-1 FH-AIR-1, 4')).toEqual(['?“4” FH-OIL-1', '?“4” FH-AIR-1'])
    expect(read('FH-OIL-1\tFH-AIR-1\t4')).toEqual(['?“4” FH-OIL-1', '?“4” FH-AIR-1'])
    expect(read('Part;Qty\nFH-OIL-1, FH-AIR-1;4').slice(1)).toEqual(['?“4” FH-OIL-1~'])
    expect(read('FH-OIL-1;4;FH-AIR-1;2')).toEqual(['4 FH-OIL-1', '2 FH-AIR-1'])
  })

  it('with a cell too many, or with one too few', () => {
    const table = rows('Part,Qty', 'FH-OIL-1,2,00', 'FH-SEAL-1', 'FH-AIR-1,3')
    expect(read(table).slice(1)).toEqual(['?“2” FH-OIL-1', '?“” FH-SEAL-1', '3 FH-AIR-1'])
  })

  it('with a quantity in the cell of the part', () => {
    const table = rows('Part;Qty', '2 x FH-OIL-1;', '2 x FH-SEAL-1;2', '2 x FH-AIR-1;3')
    expect(read(table).slice(1)).toEqual(['2 FH-OIL-1', '2 FH-SEAL-1', '?“3 and 2” FH-AIR-1'])
    expect(read(rows('2 x P551712, the yellow one', 'LF9009, 4', 'FH-SEAL-1, 3'))).toEqual([
      '2 P551712',
      '4 LF9009',
      '3 FH-SEAL-1',
    ])
  })

  it('without quantities has one of each, unless it has other figures', () => {
    expect(read(rows('Part No;Description', 'FH-OIL-1;Oil filter 12 micron')).slice(1)).toEqual([
      '1 FH-OIL-1',
    ])
    expect(read(rows('Part No;Price', 'FH-OIL-1;12.50')).slice(1)).toEqual(['?“” FH-OIL-1'])
    expect(read(rows('Part No;Description', 'FH-OIL-1;Oil filter x 2')).slice(1)).toEqual(['2 FH-OIL-1'])
  })

  it('with prices alone has a question in each row, also where one has no pence', () => {
    expect(read(rows('FH-OIL-1\t12.50', 'FH-SEAL-1\t30.00'))).toEqual(['?“” FH-OIL-1', '?“” FH-SEAL-1'])
    expect(read(rows('FH-OIL-1;12,50', 'FH-SEAL-1;30,00'))).toEqual(['?“” FH-OIL-1', '?“” FH-SEAL-1'])
    expect(read(rows('FH-OIL-1;2;12.50', 'FH-SEAL-1;4;30.00'))).toEqual(['2 FH-OIL-1', '4 FH-SEAL-1'])
  })

  it('with a barcode beside the part, or the sum of the quantities below', () => {
    expect(read('4;5012345678900;2;FH-OIL-1')).toEqual(['?“4 and 2” 5012345678900!', '?“4 and 2” FH-OIL-1'])
    expect(read('1,"Filter, outer",5012345678911,"FH-OIL-1",2')[1]).toBe('?“1 and 2” FH-OIL-1')
    expect(read(rows('Part;Qty', 'FH-OIL-1;70', 'FH-SEAL-1;50', ';120')).slice(1)).toEqual([
      '70 FH-OIL-1',
      '50 FH-SEAL-1',
      '-',
    ])
  })

  it('within a quoted e-mail, or with blanks behind its quotes', () => {
    expect(read(rows('> Qty\tPart', '> 2\tFH-OIL-1'))).toEqual(['-', '2 FH-OIL-1'])
    expect(read(rows('"Part" ; "Qty" ', '"FH-OIL-1" ; "2" '))).toEqual(['-', '2 FH-OIL-1'])
  })

  it('with packs and a price that may be a count', () => {
    expect(read(rows('FH-OIL-1;12 boxes;4.00', 'FH-SEAL-1;3 boxes;5.00'))[0]).toMatch(/^\?/)
    expect(read(rows('FH-OIL-1;93;4.00', 'FH-SEAL-1;88;5.00'))[0]).toMatch(/^\?/)
    expect(read(rows('FH-OIL-1;1900;1', 'FH-SEAL-1;2012;2'))[0]).toMatch(/^\?/)
    expect(read(rows('FH-OIL-1;4,00', 'FH-SEAL-1;5,00'))).toEqual(['4 FH-OIL-1', '5 FH-SEAL-1'])
  })

  it('whose number and price have only a comma between them', () => {
    expect(read('23,32/925346,103.50')).toEqual(['?“23 and 103.50” 32/925346'])
  })

  it('whose first cells with a sign are no telephone number', () => {
    expect(read('+2   0117 9999')).toEqual(['?“2 and +2” 0117 9999'])
    expect(read('FH-OIL-1 +44 (0)113 496 0000')).toEqual(['1 FH-OIL-1 (44 (0)113 496 0000)'])
  })

  it('says without a heading that packs are counted', () => {
    expect(read(rows('FH-OIL-1;PK;2', 'FH-SEAL-1;EA;3'))).toEqual(['?“2 PK” FH-OIL-1', '3 FH-SEAL-1'])
  })

  it('of a sheet, with empty cells', () => {
    const sheet = parseSheet([
      ['Part number', null, 'Quantity'],
      [null, null, null],
      ['LF9009', null, '4'],
    ])
    const lines = readRows(sheet, 'order', true)
    expect(lines.map(({ nr }) => nr)).toEqual([1, 3])
    expect(formatLines(lines)).toEqual(['-', '4 LF9009'])
  })
})
