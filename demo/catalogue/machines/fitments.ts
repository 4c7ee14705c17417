import type { TypeKey } from '../filter-types.ts'
import { listGroupCodes } from '../group-codes.ts'
import { groupOfType } from '../product-groups.ts'
import { hash } from '../random.ts'
import type { DemoFitment } from '../rows.ts'
import type { ModelTypeKey } from './makes.ts'

type Position = readonly [string, TypeKey]

const oil: Position = ['Engine oil', 'oilSpin']
const oilCartridge: Position = ['Engine oil', 'oilElement']
const fuel: readonly Position[] = [
  ['Fuel, primary', 'separator'],
  ['Fuel, secondary', 'fuelSpin'],
]
const air: readonly Position[] = [
  ['Air, outer', 'airOuter'],
  ['Air, inner', 'airInner'],
]
const hydraulics: readonly Position[] = [
  ['Hydraulic return', 'hydReturn'],
  ['Hydraulic suction', 'strainer'],
]
const cab: readonly Position[] = [['Cabin', 'cabin']]
const kit: readonly Position[] = [['Service kit', 'kit']]

const mobile: readonly Position[] = [
  oil,
  ...fuel,
  ...air,
  ...hydraulics,
  ['Transmission', 'transmission'],
  ...cab,
  ['Tank breather', 'tankBreather'],
  ...kit,
]
const excavator: readonly Position[] = [
  oil,
  ...fuel,
  ...air,
  ...hydraulics,
  ['Hydraulic pilot', 'hydPilot'],
  ...cab,
  ['Tank breather', 'tankBreather'],
  ...kit,
]
const farm: readonly Position[] = [
  oil,
  ...fuel,
  ...air,
  ['Hydraulic', 'hydSpin'],
  ['Transmission', 'transmission'],
  ...cab,
  ['AdBlue', 'adblue'],
  ...kit,
]
const engine: readonly Position[] = [
  oil,
  ['Oil by-pass', 'bypass'],
  ...fuel,
  ...air,
  ['Coolant', 'coolant'],
  ['Crankcase breather', 'crankcase'],
  ...kit,
]
const small: readonly Position[] = [
  oil,
  ['Fuel', 'inLine'],
  ['Air', 'airPanel'],
  ['Hydraulic return', 'hydReturn'],
  ['Hydraulic', 'hydSpin'],
  ['Tank breather', 'tankBreather'],
  ...kit,
]

const positions: Record<ModelTypeKey, readonly Position[]> = {
  BL: mobile,
  TE: excavator,
  WE: excavator,
  ME: excavator,
  WL: mobile,
  CL: mobile,
  TH: mobile,
  DU: mobile,
  DZ: mobile,
  RO: mobile,
  TR: farm,
  HV: farm,
  AT: farm,
  TK: [
    oilCartridge,
    ['Fuel', 'fuelElement'],
    ['Fuel, primary', 'separator'],
    ...air,
    ...cab,
    ['Air dryer', 'dryer'],
    ['AdBlue', 'adblue'],
    ['Crankcase breather', 'crankcase'],
    ...kit,
  ],
  FL: small,
  AW: small,
  CP: [
    oil,
    ['Air/oil separator', 'airOil'],
    ...air,
    ['Fuel', 'fuelElement'],
    ['Air cleaner', 'airHousing'],
    ...kit,
  ],
  GN: engine,
  CR: mobile,
  SW: [oil, ['Fuel', 'fuelElement'], ...air, ['Hydraulic return', 'hydReturn'], ...cab, ...kit],
  BU: [
    ['Hydraulic', 'hydSpin'],
    ['Hydraulic pressure', 'hydPilot'],
    ['Tank breather', 'tankBreather'],
  ],
}

interface MachineWithBlocks {
  make: string
  model: string
  variant: string
  type: ModelTypeKey
  /** The two blocks of groups from which the make's filters are chosen. */
  blocks: readonly [number, number]
}

/**
 * Generates `count` fitments of a machine: first the own brand's filter for each position, then those of other brands.
 * Related models share most groups.
 */
export function* generateFitments(
  seed: number,
  machine: MachineWithBlocks,
  count: number,
): Generator<DemoFitment> {
  const machinePositions = positions[machine.type]
  const seen = new Set<string>()
  const { make, model, variant } = machine
  // Machines with many fitments have alternative filters for some positions ("heavy dust").
  for (let round = 0; seen.size < count && round < 50; round++) {
    const candidates = machinePositions.map(([position, type]) => ({
      position,
      codes: listGroupCodes(seed, chooseGroup(seed, machine, position, type, round)),
    }))
    const maxBrands = Math.max(...candidates.map(({ codes }) => codes.length))
    for (let brand = 0; brand < maxBrands; brand++) {
      for (const { position, codes } of candidates) {
        const productCode = codes[brand]
        if (productCode === undefined || seen.has(`${productCode}|${position}`)) continue
        if (seen.size === count) return
        seen.add(`${productCode}|${position}`)
        yield { make, model, variant, productCode, position, quantity: quantityOf(position, model) }
      }
    }
  }
}

function chooseGroup(
  seed: number,
  machine: MachineWithBlocks,
  position: string,
  type: TypeKey,
  round: number,
): number {
  // The inner element belongs to the outer one, whose group precedes its own.
  if (type === 'airInner') return chooseGroup(seed, machine, 'Air, outer', 'airOuter', round) + 1
  const block = machine.blocks[hash(machine.model, round) % 2]!
  // Three in four choices depend on the model series only, so that related models share groups.
  const machineKey = hash(machine.variant, position) % 4 === 0 ? machine.variant : machine.model.slice(0, 2)
  return groupOfType(type, block, hash(seed, machine.make, machineKey, position, round))
}

function quantityOf(position: string, model: string): number {
  return position.startsWith('Fuel') && hash(model, position) % 5 === 0 ? 2 : 1
}
