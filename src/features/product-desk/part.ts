import type { LeadTime } from '../../lib/availability.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'

export const productsUrl = '/admin/products' as const
export const toPartUrl = (id: number): `/admin/products/${number}` => `${productsUrl}/${id}`

export interface NamedPart {
  id: number
  code: string
}

export interface PartNumberOfMaker {
  maker: string
  code: string
}

export interface MachineOfPart {
  variantId: number
  /** 'JCB 3CX 444 74kW' */
  name: string
  position: string
  quantity: number
}

export interface PartPicture {
  file: string
  /** What it shows; '': the page names the part. */
  alt: string
}

/** What staff change of a part by hand. */
export interface PartDetails {
  code: string
  title: string
  brand: string
  type: string
  description: string
  /** Ex VAT; null: on request. */
  price: Pence | null
  /** Ex VAT; null: not known. */
  cost: Pence | null
  backOrder: boolean
  note: string
  leadTime: LeadTime | null
  bin: string
  lowStock: number | null
  weight: number
  path: string
  forSale: boolean
  /** As they are typed, with a unit or without: '142', '142 mm'. */
  measures: { name: string; value: string }[]
}

/** A part as its page and its undo have it: everything but its stock. */
export interface Part extends PartDetails {
  numbers: PartNumberOfMaker[]
  machines: MachineOfPart[]
  successor: NamedPart | null
  related: NamedPart[]
  kit: (NamedPart & { quantity: number })[]
  pictures: PartPicture[]
}

const formatAmount = (amount: Pence | null): string => (amount === null ? 'none' : formatPounds(amount))

export const formatLeadDays = (time: LeadTime | null): string =>
  time === null ? '' : time.min === time.max ? String(time.max) : `${time.min}-${time.max}`

export const formatNumber = ({ maker, code }: PartNumberOfMaker): string => `${maker} ${code}`

export const formatMachine = ({ name, position, quantity }: MachineOfPart): string =>
  `${name}${position === '' ? '' : `, ${position}`} × ${quantity}`

/** How each field reads in the history. */
const fields: { [Field in keyof Part]: [name: string, format: (part: Part) => string | string[]] } = {
  code: ['code', ({ code }) => code],
  title: ['title', ({ title }) => title],
  brand: ['brand', ({ brand }) => brand],
  type: ['type', ({ type }) => type],
  description: ['text', ({ description }) => description],
  price: ['price', ({ price }) => (price === null ? 'on request' : formatPounds(price))],
  cost: ['cost', ({ cost }) => formatAmount(cost)],
  forSale: ['sale', ({ forSale }) => (forSale ? 'on sale' : 'off sale')],
  backOrder: ['back orders', ({ backOrder }) => (backOrder ? 'taken' : 'not taken')],
  note: ['availability', ({ note }) => note],
  leadTime: ['lead time', ({ leadTime }) => formatLeadDays(leadTime)],
  bin: ['bin', ({ bin }) => bin],
  lowStock: ['low-stock level', ({ lowStock }) => String(lowStock ?? '')],
  weight: ['weight', ({ weight }) => `${weight} g`],
  path: ['address', ({ path }) => `/${path}`],
  measures: ['measures', ({ measures }) => measures.map(({ name, value }) => `${name} ${value}`).toSorted()],
  numbers: ['numbers', ({ numbers }) => numbers.map(formatNumber).toSorted()],
  machines: ['machines', ({ machines }) => machines.map(formatMachine).toSorted()],
  successor: ['replaced by', ({ successor }) => successor?.code ?? ''],
  related: ['related', ({ related }) => related.map(({ code }) => code).toSorted()],
  kit: ['kit', ({ kit }) => kit.map(({ code, quantity }) => `${quantity} × ${code}`).toSorted()],
  pictures: [
    'pictures',
    ({ pictures }) => pictures.map(({ file, alt }) => (alt === '' ? file : `${file} “${alt}”`)),
  ],
}

const maxText = 120
const maxListed = 12

/** What a change did: 'price: £12.50 → £13.00; numbers: + Donaldson P551712'; '': nothing. */
export function describeDifference(before: Part, after: Part): string {
  return Object.values(fields)
    .flatMap(([name, format]) => {
      const [from, to] = [format(before), format(after)]
      if (String(from) === String(to)) return []
      const text =
        typeof from === 'string' ? formatMove(from, to as string) : formatLists(from, to as string[])
      return `${name}: ${text}`
    })
    .join('; ')
}

const cut = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text || 'none')

const formatMove = (from: string, to: string): string => `${cut(from)} → ${cut(to)}`

function formatLists(from: string[], to: string[]): string {
  const [before, after] = [new Set(from), new Set(to)]
  const changes = [
    ...to.filter(each => !before.has(each)).map(each => `+ ${each}`),
    ...from.filter(each => !after.has(each)).map(each => `− ${each}`),
  ]
  if (changes.length === 0) return 'in another order'
  const more = changes.length - maxListed
  return `${changes.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Beyond this share of the price, its change has to be confirmed. */
const maxMove = 0.3

/**
 * What has to be confirmed of a new price: that it moves by more than 30%, or is nothing. `value` repeats the price. Null:
 * nothing.
 */
export function findPriceMove(
  before: Pence | null,
  after: Pence | null,
): { value: string; label: string } | null {
  if (after === null || after === before) return null
  const isFree = after === 0
  const move = before === null || before === 0 ? 0 : (after - before) / before
  if (!isFree && Math.abs(move) <= maxMove) return null
  const percent = `${move > 0 ? '+' : '−'}${Math.abs(Math.round(move * 100)).toLocaleString('en-GB')}%`
  const from = before === null ? 'The price' : `${formatPounds(before)} becomes ${formatPounds(after)}`
  return {
    value: String(after),
    label: before === null || before === 0 ? `${from} is ${formatPounds(after)}` : `${from} (${percent})`,
  }
}
