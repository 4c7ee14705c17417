import { addVat, formatPounds, type Pence, pence, standardVat } from '../../../lib/money.ts'
import { canBuy } from '../../catalogue/listing.ts'
import type { PositionChoice } from '../machines/machine.ts'
import { chooseOnePerPosition, isKit } from './one-per-position.ts'
import { formatHeading } from './position-groups.ts'

/** One product for each position of a machine, as 'Add all available' adds them. */
export interface AddAllOffer {
  items: { product: number; quantity: number }[]
  /** Of all pieces, ex VAT. */
  total: Pence
  /** The positions for which nothing can be bought now. */
  missing: string[]
  /** The machine has service kits too; they contain the same filters. */
  hasKits: boolean
}

/** `choices`: of each position the one to prefer first. Null when nothing can be bought. */
export function createAddAllOffer(choices: readonly PositionChoice[]): AddAllOffer | null {
  const chosen = chooseOnePerPosition(choices, canTakeAll)
  const items = new Map<number, number>()
  for (const { id, quantity } of chosen.filter(canTakeAll)) items.set(id, (items.get(id) ?? 0) + quantity)
  if (items.size === 0) return null
  const prices = new Map(chosen.map(({ id, price }) => [id, price ?? 0]))
  return {
    items: [...items].map(([product, quantity]) => ({ product, quantity })),
    total: pence([...items].reduce((sum, [id, quantity]) => sum + quantity * prices.get(id)!, 0)),
    missing: chosen
      .filter(choice => !canTakeAll(choice))
      .map(({ position, type }) => formatHeading(position, type)),
    hasKits: choices.some(({ type }) => isKit(type)),
  }
}

/** Whether all pieces that the machine takes at the position can be bought. */
function canTakeAll(choice: PositionChoice): boolean {
  return canBuy(choice) && (choice.backOrder || choice.available >= choice.quantity)
}

/** 'Add all available (3), £87.44' */
export function formatAddAll({ items, total }: AddAllOffer): string {
  return `Add all available (${items.length}), ${formatPounds(total)}`
}

/** What the button adds and what it leaves out. */
export function formatAddAllDescription({ total, missing, hasKits }: AddAllOffer): string {
  return [
    `One part for each position, as many as the machine takes: the cheapest in stock, otherwise on back order. ${formatPounds(addVat(total, standardVat))} with VAT.`,
    ...(missing.length > 0 ? [`Nothing can be ordered now for: ${missing.join('; ')}.`] : []),
    ...(hasKits ? ['Service kits are not included.'] : []),
  ].join(' ')
}
