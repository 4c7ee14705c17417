import { expect, test } from 'vitest'
import { readPdfText } from '../../../tests/support/pdf-text.ts'
import { type AddressLabel, createAddressLabels, type LabelSheet } from './pdf-labels.server.ts'

const label = (reference: string, changes: Partial<AddressLabel> = {}): AddressLabel => ({
  from: ['Filterhouse', '1 Example Street', 'Leeds'],
  service: 'Next working day, before 17:30',
  to: ['Sam Okafor', '88 Mill Lane', 'Leeds', 'LS4 1AB'],
  notes: ['0113 496 0123'],
  reference,
  parcel: 'Box 1',
  ...changes,
})

const draw = async (labels: AddressLabel[], sheet: LabelSheet) =>
  createAddressLabels({ labels, sheet, shopName: 'Filterhouse', at: new Date('2026-11-24T09:00:00Z') })

test('R-PAPER-2: a label has the address, the sender, the service and the order number, each on an A6 page', async () => {
  const pdf = await draw([label('FH1'), label('FH2')], { size: 'a6', start: 1 })
  const pages = readPdfText(pdf)
  expect(pages).toHaveLength(2)
  for (const text of [
    'Sam Okafor',
    'LS4 1AB',
    'Next working day, before 17:30',
    'FH1',
    'Box 1',
    '0113 496 0123',
  ])
    expect(pages[0]).toContain(text)
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 297.64 419.53]')
})

test('R-PAPER-2: four labels fit an A4 page, from the first free one on', async () => {
  const labels = ['FH1', 'FH2', 'FH3', 'FH4', 'FH5'].map(reference => label(reference))
  const listPages = async (start: number) =>
    readPdfText(await draw(labels, { size: 'a4', start })).map(text => text.match(/FH\d/g))
  expect(await listPages(1)).toEqual([['FH1', 'FH2', 'FH3', 'FH4'], ['FH5']])
  expect(await listPages(3)).toEqual([
    ['FH1', 'FH2'],
    ['FH3', 'FH4', 'FH5'],
  ])
})

test('R-PAPER-2: a long address becomes smaller, and stays whole', async () => {
  const to = Array.from({ length: 9 }, (_, nth) => `Line ${nth} of an address that is far longer than usual`)
  const [page] = readPdfText(await draw([label('FH1', { to })], { size: 'a6', start: 1 }))
  for (let nth = 0; nth < 9; nth++) expect(page!.replace(/\s+/g, ' ')).toContain(`Line ${nth} of`)
})
