import { toSlug } from '../../src/features/catalogue-import/validation/product-path.ts'
import type { Recipe, Shape } from '../product-pictures/recipe.ts'
import type { DemoCrossReference, DemoFitment, DemoProduct, DemoSerialRange, DemoVariant } from './rows.ts'

// Products, cross-references and machines that tests and documents rely on; in every demo catalogue.
const brand = 'Filterhouse'

export const fixedProducts: readonly DemoProduct[] = [
  toFixedProduct({
    code: 'FH-OIL-1',
    title: 'Oil filter, spin-on',
    type: 'Oil filter, spin-on',
    price: 1250,
    stock: 1000,
    weightG: 640,
    popularity: 10000,
    description:
      'Full-flow engine oil filter with cellulose and glass media and an anti-drain valve. Change every 500 hours or once a year, whichever comes first.',
    attributes: {
      'Outer diameter': 93,
      Height: 142,
      Thread: '1-12 UNF',
      'Gasket outer diameter': 72,
      'Micron rating': 25,
      'Bypass valve': 1.7,
      'Anti-drain valve': 'Yes',
      Media: 'Cellulose and glass',
      'Seal material': 'NBR',
    },
    recipe: { ...toFixedRecipe('spin-on', '#c8102e', 93, 142, 'FH-OIL-1'), thread: '1-12 UNF', gasket: 72 },
  }),
  toFixedProduct({
    code: 'FH-AIR-1',
    title: 'Air filter, outer',
    type: 'Air filter, outer',
    price: 2499,
    stock: 5,
    weightG: 1850,
    popularity: 9000,
    description:
      'Primary element of the air cleaner, radial seal. Change every 1,000 hours or once a year, whichever comes first.',
    attributes: {
      'Outer diameter': 281,
      'Inner diameter': 149,
      Height: 381,
      Shape: 'Round',
      Seal: 'Radial',
      Media: 'Cellulose',
    },
    recipe: { ...toFixedRecipe('air-round', '#2a343e', 281, 381, 'FH-AIR-1'), inner: 149 },
  }),
  toFixedProduct({
    code: 'FH-FUEL-1',
    title: 'Fuel filter, spin-on',
    type: 'Fuel filter, spin-on',
    price: 800,
    stock: 0,
    availabilityNote: '7-10 days',
    leadTime: { min: 7, max: 10 },
    weightG: 480,
    popularity: 8000,
    description:
      'Final fuel filter for diesel engines with a drain. Change every 500 hours or once a year, whichever comes first.',
    attributes: {
      'Outer diameter': 86,
      Height: 178,
      Thread: 'M16x1.5',
      'Gasket outer diameter': 71,
      'Micron rating': 5,
      Stage: 'Final',
      Drain: 'Yes',
      Media: 'Cellulose',
    },
    recipe: { ...toFixedRecipe('spin-on', '#33404d', 86, 178, 'FH-FUEL-1'), thread: 'M16x1.5', gasket: 71 },
  }),
  toFixedProduct({
    code: 'FH-HYD-1',
    title: 'Hydraulic filter, spin-on',
    type: 'Hydraulic filter, spin-on',
    price: 4995,
    stock: 0,
    backOrder: true,
    availabilityNote: '2-3 weeks',
    leadTime: { min: 14, max: 21 },
    weightG: 1420,
    popularity: 7000,
    description:
      'Hydraulic filter for return and charge lines, glass fibre media. Change every 1,000 hours or once a year, whichever comes first.',
    attributes: {
      'Outer diameter': 128,
      Height: 240,
      Thread: '1 1/2-16 UN',
      'Gasket outer diameter': 100,
      'Micron rating': 10,
      'Bypass valve': 1.7,
      'Maximum pressure': 12,
      Media: 'Glass fibre',
    },
    recipe: {
      ...toFixedRecipe('spin-on', '#1d4f91', 128, 240, 'FH-HYD-1'),
      thread: '1 1/2-16 UN',
      gasket: 100,
    },
  }),
  toFixedProduct({
    code: 'FH-SEAL-1',
    title: 'Sealing ring',
    type: 'Sealing ring',
    price: 400,
    stock: 1000,
    weightG: 12,
    popularity: 6000,
    description: 'Sealing ring for filter heads and housings.',
    attributes: { 'Outer diameter': 72, 'Cord thickness': 5, 'Seal material': 'NBR' },
    recipe: toFixedRecipe('seal-ring', '#2a343e', 72, 5, 'FH-SEAL-1'),
  }),
]

export const fixedCodes: readonly DemoCrossReference[] = [
  { productCode: 'FH-OIL-1', maker: 'Donaldson', code: 'P 551-712' },
  { productCode: 'FH-OIL-1', maker: 'Fleetguard', code: 'LF9009' },
  { productCode: 'FH-OIL-1', maker: 'Caterpillar', code: '1R-0750' },
  { productCode: 'FH-OIL-1', maker: 'Caterpillar', code: '1R-0751' },
  { productCode: 'FH-AIR-1', maker: 'Donaldson', code: 'P772578' },
  { productCode: 'FH-FUEL-1', maker: 'JCB', code: '32/925694' },
  { productCode: 'FH-HYD-1', maker: 'JCB', code: '32/925346' },
  // 0012 must be found as 0012 and as 12.
  { productCode: 'FH-SEAL-1', maker: 'Crosland', code: '12' },
]

export interface FixedVariant extends DemoVariant {
  fitments: readonly Omit<DemoFitment, 'make' | 'model' | 'variant'>[]
  ranges: readonly Omit<DemoSerialRange, 'make' | 'model' | 'variant'>[]
}

export const fixedVariants: readonly FixedVariant[] = [
  {
    make: 'JCB',
    model: '3CX',
    name: '3CX 2012-2018',
    engine: 'Dieselmax 444',
    yearFrom: 2012,
    yearTo: 2018,
    fitments: [
      { productCode: 'FH-OIL-1', position: 'Engine oil', quantity: 1 },
      { productCode: 'FH-AIR-1', position: 'Air, outer', quantity: 1 },
      { productCode: 'FH-FUEL-1', position: 'Fuel, secondary', quantity: 1 },
      { productCode: 'FH-HYD-1', position: 'Hydraulic return', quantity: 1 },
    ],
    ranges: [
      { kind: 'serial', prefix: '', from: 2000001, to: 2299999 },
      { kind: 'mach', prefix: '', from: 910000, to: 919999 },
    ],
  },
  // A machine without fitments, to show the empty result.
  {
    make: 'Thwaites',
    model: 'Mach 477',
    name: 'Mach 477 prototype',
    engine: null,
    yearFrom: null,
    yearTo: null,
    fitments: [],
    ranges: [],
  },
]

type FixedProductInput = Pick<DemoProduct, 'code' | 'title' | 'type' | 'price' | 'stock'> &
  Partial<DemoProduct>

export function toFixedProduct(input: FixedProductInput): DemoProduct {
  const file = toSlug(input.brand && input.brand !== brand ? `${input.brand}-${input.code}` : input.code)
  return {
    path: `${toSlug(input.brand ?? brand)}/${toSlug(input.code)}`,
    description: '',
    brand,
    forSale: true,
    backOrder: false,
    availabilityNote: null,
    leadTime: null,
    weightG: 0,
    image: input.recipe ? `${file}.jpg` : null,
    recipe: null,
    popularity: 0,
    attributes: {},
    supersededBy: null,
    ...input,
  }
}

export function toFixedRecipe(
  shape: Shape,
  colour: string,
  od: number,
  height: number,
  code: string,
  label = brand,
): Recipe {
  return { shape, od, height, colour, accent: '#17212b', label, code }
}
