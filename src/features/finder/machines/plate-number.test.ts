import { describe, expect, test } from 'vitest'
import { type PlateMatch, parsePlateNumber, toPlateLinks } from './plate-number.ts'

describe('what a fitter types from a plate', () => {
  test.each([
    ['2100000', '', 2100000, '2100000'],
    [' 2 100 000 ', '', 2100000, '2100000'],
    ['0002100000', '', 2100000, '0002100000'],
    ['ktn 01234', 'KTN', 1234, 'KTN01234'],
    ['JCB 2100000', 'JCB', 2100000, 'JCB2100000'],
    ['Serial No. 2100000', '', 2100000, '2100000'],
    ['S/N: 2100000', '', 2100000, '2100000'],
    ['M/c No. 915000', '', 915000, '915000'],
    ['jcb mach number 915000', 'JCB', 915000, 'JCB915000'],
    ['JCB3CX4TC02100457', '', 2100457, 'JCB3CX4TC02100457'],
    ['caterpillar WEE172540', 'WEE', 172540, 'WEE172540'],
    ['caterpillar serial WEE 172540', 'WEE', 172540, 'WEE172540'],
    ['New Holland ZJE 400947', 'ZJE', 400947, 'ZJE400947'],
    ['caterpillar 118493', 'CATERPILLAR', 118493, 'CATERPILLAR118493'],
    ['Kubota PIN KUB4CTXLV00180142', '', 180142, 'KUB4CTXLV00180142'],
    ['PIN jcb 3cx4 tc 02100457', '', 2100457, 'JCB3CX4TC02100457'],
  ])('"%s" may be a number of a machine', (typed, prefix, number, text) => {
    expect(parsePlateNumber(typed)).toMatchObject({ prefix, number, text })
  })

  test.each([
    '',
    '0',
    '00000',
    '9009',
    'LF1',
    'oil filter',
    'jcb 3cx oil filter',
    'hydraulic oil 3cx 320',
    '93 x 140',
    '93 × 140',
    'M20x1.5',
    '3CX 2012-2018',
    'P551712A',
    '1234567890123456',
  ])('"%s" has another form', typed => {
    expect(parsePlateNumber(typed)).toBeNull()
  })
})

const jcb = { make: 'JCB', makeSlug: 'jcb', model: '3CX', variant: '3CX 2012-2018', prefix: '' }
const cat = { make: 'Caterpillar', makeSlug: 'caterpillar', model: '320D', variant: '320D C7.1' }
const match = (values: Partial<PlateMatch>): PlateMatch => ({
  ...jcb,
  kind: 'serial',
  ...values,
})
const link = (typed: string, matches: PlateMatch[], isFullCustomer = true) =>
  toPlateLinks(parsePlateNumber(typed)!, matches, isFullCustomer)

describe('a full customer', () => {
  test('gets the machine, with the finder filled in', () => {
    const url = '/find-replacement-filters#make?manufacturer=jcb&serial=2100000'
    expect(link('2 100 000', [match({})])).toEqual({
      links: [{ label: 'JCB 3CX 2012-2018', note: 'Serial number 2100000', url }],
      finderUrl: url,
    })
  })

  test('gets a mach number as such, and a PIN whole', () => {
    expect(link('915000', [match({ kind: 'mach' })]).links).toMatchObject([
      {
        note: 'Mach number 915000',
        url: '/find-replacement-filters#make?manufacturer=jcb&mach_number=915000',
      },
    ])
    expect(link('JCB3CX4TC02100457', [match({})]).links).toMatchObject([
      {
        note: 'PIN JCB3CX4TC02100457',
        url: '/find-replacement-filters#make?manufacturer=jcb&serial=JCB3CX4TC02100457',
      },
    ])
  })

  test('gets the candidates with their prefix for digits without it; the finder opens with the digits', () => {
    const matches = ['KTN', 'ABC'].map(prefix => match({ ...cat, prefix }))
    expect(link('01234', matches)).toMatchObject({
      links: [
        { note: 'Serial number KTN01234', url: expect.stringContaining('serial=KTN01234') },
        { note: 'Serial number ABC01234', url: expect.stringContaining('serial=ABC01234') },
      ],
      finderUrl: '/find-replacement-filters#make?manufacturer=caterpillar&serial=01234',
    })
  })

  test('gets one link for machines whose ranges overlap', () => {
    const names = ['3CX A', '3CX B', '3CX C', '3CX D']
    const { links } = link(
      '2100000',
      names.map(variant => match({ variant })),
    )
    expect(links.map(({ label }) => label)).toEqual(['JCB 3CX A / JCB 3CX B and 2 more'])
  })

  test('chooses among makes: the finder is not opened for one of them', () => {
    const { links, finderUrl } = link('2100000', [match({}), match({ ...cat, prefix: '' })])
    expect(links).toHaveLength(2)
    expect(finderUrl).toBeNull()
  })

  test('is not offered another prefix for a number that is whole as typed', () => {
    expect(link('2100000', [match({}), match({ ...cat, prefix: 'KTN' })]).links).toHaveLength(1)
  })

  test('with a PIN gets machines of its maker alone', () => {
    const komatsu = match({ make: 'Komatsu', makeSlug: 'komatsu', model: 'PC210', variant: 'PC210' })
    expect(link('JCB3CX4TC02100457', [komatsu, match({})]).links).toHaveLength(1)
  })
})

describe('a visitor without the right', () => {
  test('learns neither model, variant nor prefix', () => {
    const matches = ['KTN', 'ABC'].map(prefix => match({ ...cat, prefix, model: prefix }))
    expect(link('2100000', matches, false)).toEqual({
      links: [
        {
          label: 'Look up Caterpillar serial number 2100000 in the filter finder',
          note: null,
          url: '/find-replacement-filters#make?manufacturer=caterpillar&serial=2100000',
        },
      ],
      finderUrl: '/find-replacement-filters#make?manufacturer=caterpillar&serial=2100000',
    })
  })

  test('keeps the prefix they typed, and the make they typed is none', () => {
    expect(link('ktn 01234', [match({ ...cat, prefix: 'KTN' })], false).links[0]!.url).toContain(
      'serial=KTN01234',
    )
    expect(link('JCB 2100000', [match({})], false).links[0]!.url).toContain('serial=2100000')
  })
})

test('nothing is offered for a number that no machine has', () => {
  expect(link('2100000', [])).toEqual({ links: [], finderUrl: null })
})
