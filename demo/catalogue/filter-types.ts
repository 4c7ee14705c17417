import type { Shape } from '../product-pictures/recipe.ts'
import type { ProductLine } from './brands.ts'

export interface FilterType {
  name: string
  line: ProductLine
  shape: Shape
  /** The colour of the own brand's products. */
  colour: string
  /** Range of base prices in pence. */
  price: readonly [number, number]
  /** Grams per 1,000 cm³ of outer volume. */
  density: number
  /** Groups of this type in a block of 60. */
  weight: number
  /** The maximum number of stocked brands in a group. */
  maxBrands: number
  /** Sizes in mm: diameter × height × thread, or length × width × height. */
  sizes: readonly (readonly [number, number, string | number])[]
  /** Inner divided by outer diameter; 0: no bore. */
  boreRatio: number
  choices: Readonly<Record<string, readonly (string | number)[]>>
  summary: string
}

const red = '#c8102e'
const graphite = '#33404d'
const blue = '#1d4f91'
const green = '#2f7d4f'
const media = ['Cellulose', 'Synthetic', 'Cellulose and glass', 'Glass fibre']
const seals = ['NBR', 'FKM', 'Silicone']
const yesNo = ['Yes', 'No']

// Types with typical values and prices. Sizes repeat, so that facets have realistic clusters.
// biome-ignore format: sizes are read as rows
export const filterTypes = {
  oilSpin: { name: 'Oil filter, spin-on', line: 'oil', shape: 'spin-on', colour: red, price: [400, 3800], density: 620, weight: 7, maxBrands: 5, boreRatio: 0,
    sizes: [[76, 85, '3/4-16 UNF'], [76, 123, 'M20x1.5'], [80, 100, 'M22x1.5'], [93, 142, '1-12 UNF'], [93, 174, '1-12 UNF'], [108, 177, '1 1/8-16 UN'], [110, 261, '1 1/2-12 UN'], [118, 302, '1 1/2-12 UN'], [136, 310, 'M27x2']],
    choices: { 'Micron rating': [10, 15, 20, 25, 30, 40], 'Bypass valve': [0.8, 1, 1.5, 1.7, 2.5], 'Anti-drain valve': yesNo, Media: media, 'Seal material': seals }, summary: 'Full-flow engine oil filter' },
  oilElement: { name: 'Oil filter, element', line: 'oilElement', shape: 'element', colour: red, price: [500, 3200], density: 300, weight: 3, maxBrands: 4, boreRatio: 0.4,
    sizes: [[55, 70, ''], [64, 105, ''], [72, 120, ''], [83, 141, ''], [95, 160, ''], [108, 190, ''], [121, 235, ''], [120, 260, '']],
    choices: { 'Micron rating': [10, 15, 20, 25], 'O-ring set': yesNo, Media: media, 'Seal material': seals }, summary: 'Cartridge for engine oil' },
  bypass: { name: 'Oil filter, by-pass', line: 'oil', shape: 'spin-on', colour: '#8b1a2b', price: [1400, 7500], density: 640, weight: 1, maxBrands: 3, boreRatio: 0,
    sizes: [[93, 180, '1-12 UNF'], [108, 230, '1 1/8-16 UN'], [118, 290, '1 1/2-12 UN'], [136, 305, '1 1/2-12 UN']],
    choices: { 'Micron rating': [1, 2, 3, 5], 'Flow rate': [2, 4, 6, 8], 'Seal material': seals }, summary: 'By-pass filter for fine cleaning of engine oil' },
  fuelSpin: { name: 'Fuel filter, spin-on', line: 'fuel', shape: 'spin-on', colour: graphite, price: [500, 3400], density: 600, weight: 5, maxBrands: 5, boreRatio: 0,
    sizes: [[76, 122, 'M16x1.5'], [80, 145, 'M16x1.5'], [86, 178, 'M16x1.5'], [93, 178, '1-14 UNS'], [93, 220, '1-14 UNS'], [108, 205, 'M24x1.5'], [110, 260, '1 1/4-12 UN']],
    choices: { 'Micron rating': [2, 4, 5, 10, 20, 30], Stage: ['Primary', 'Final'], Drain: yesNo, Media: media }, summary: 'Fuel filter for diesel engines' },
  fuelElement: { name: 'Fuel filter, element', line: 'fuelElement', shape: 'element', colour: green, price: [400, 4200], density: 280, weight: 3, maxBrands: 4, boreRatio: 0.34,
    sizes: [[60, 80, ''], [70, 95, ''], [76, 112, ''], [83, 124, ''], [88, 150, ''], [98, 175, ''], [112, 210, '']],
    choices: { 'Micron rating': [2, 5, 10, 30], Media: media, 'Seal material': seals }, summary: 'Cartridge for diesel fuel' },
  separator: { name: 'Fuel/water separator', line: 'separator', shape: 'separator', colour: graphite, price: [900, 6800], density: 560, weight: 3, maxBrands: 4, boreRatio: 0,
    sizes: [[86, 190, 'M20x1.5'], [93, 215, '1-14 UNS'], [93, 240, '1-14 UNS'], [108, 260, 'M27x2'], [110, 290, '1 1/4-12 UN'], [118, 310, '1 1/4-12 UN']],
    choices: { 'Micron rating': [2, 10, 30], Drain: ['Yes'], 'Sensor port': yesNo, Bowl: ['Clear', 'Metal'], Media: media }, summary: 'Separates water from diesel before the injection pump' },
  inLine: { name: 'Fuel filter, in-line', line: 'fuel', shape: 'in-line', colour: blue, price: [200, 1400], density: 380, weight: 1, maxBrands: 3, boreRatio: 0,
    sizes: [[40, 90, '6'], [44, 105, '8'], [55, 130, '8'], [55, 140, '10'], [62, 155, '10']],
    choices: { 'Micron rating': [10, 20, 60, 100], Media: ['Paper', 'Strainer'] }, summary: 'Fuel filter for the hose' },
  airOuter: { name: 'Air filter, outer', line: 'air', shape: 'air-round', colour: '#2a343e', price: [1200, 14000], density: 95, weight: 5, maxBrands: 5, boreRatio: 0.58,
    sizes: [[138, 280, ''], [165, 330, ''], [195, 345, ''], [226, 375, ''], [240, 420, ''], [281, 381, ''], [308, 457, ''], [328, 525, ''], [405, 560, '']],
    choices: { Shape: ['Round', 'Round', 'Conical'], Seal: ['Radial', 'Axial'], Media: ['Cellulose', 'Nanofibre', 'Cellulose, flame-retardant'] }, summary: 'Primary element of the air cleaner' },
  airInner: { name: 'Air filter, inner', line: 'air', shape: 'air-round', colour: '#4a5661', price: [900, 6500], density: 90, weight: 5, maxBrands: 4, boreRatio: 0.74,
    sizes: [[80, 270, '']],
    choices: { Seal: ['Radial', 'Axial'], Media: ['Non-woven', 'Cellulose'] }, summary: 'Safety element: protects the engine while the outer one is changed' },
  airPanel: { name: 'Air filter, panel', line: 'air', shape: 'panel', colour: '#c47a12', price: [700, 5500], density: 110, weight: 2, maxBrands: 4, boreRatio: 0,
    sizes: [[220, 150, 45], [268, 182, 50], [300, 204, 58], [345, 192, 57], [392, 240, 70], [470, 260, 62]],
    choices: { Media: ['Cellulose', 'Synthetic'], 'Seal material': ['PU foam', 'EPDM'] }, summary: 'Panel element for the air box' },
  airHousing: { name: 'Air filter housing', line: 'housing', shape: 'housing', colour: '#3f4a55', price: [4500, 32000], density: 160, weight: 1, maxBrands: 2, boreRatio: 0,
    sizes: [[178, 390, '76'], [210, 430, '89'], [245, 470, '102'], [290, 520, '127'], [340, 610, '152']],
    choices: { 'Air flow': [4, 6, 9, 12, 18, 25] }, summary: 'Complete air cleaner with elements' },
  hydSpin: { name: 'Hydraulic filter, spin-on', line: 'hydraulic', shape: 'spin-on', colour: blue, price: [1400, 7000], density: 640, weight: 4, maxBrands: 5, boreRatio: 0,
    sizes: [[93, 145, '3/4 BSP'], [96, 180, '1 1/4 BSP'], [96, 225, '1 1/4 BSP'], [128, 180, '1 1/2-16 UN'], [128, 240, '1 1/2-16 UN'], [136, 275, '1 3/4-12 UN']],
    choices: { 'Micron rating': [3, 6, 10, 25], 'Bypass valve': [1.5, 1.7, 2.5, 3.5], 'Maximum pressure': [7, 12, 25, 35], Media: media }, summary: 'Hydraulic filter for return and charge lines' },
  hydReturn: { name: 'Hydraulic element, return', line: 'hydraulicElement', shape: 'element', colour: blue, price: [2200, 19000], density: 240, weight: 4, maxBrands: 5, boreRatio: 0.5,
    sizes: [[90, 180, ''], [110, 210, ''], [130, 270, ''], [150, 330, ''], [150, 450, ''], [178, 480, ''], [200, 520, '']],
    choices: { 'Micron rating': [5, 10, 25], 'Collapse pressure': [10, 16, 21], 'Bypass valve': [1.5, 2, 3], Media: ['Glass fibre', 'Cellulose'] }, summary: 'Return-line element for the hydraulic tank' },
  hydPilot: { name: 'Hydraulic element, pressure', line: 'hydraulicElement', shape: 'element', colour: '#27408b', price: [1800, 24000], density: 330, weight: 3, maxBrands: 4, boreRatio: 0.44,
    sizes: [[38, 75, ''], [45, 115, ''], [52, 140, ''], [58, 200, ''], [68, 210, ''], [78, 260, '']],
    choices: { 'Micron rating': [3, 5, 10], 'Collapse pressure': [21, 30, 210], Media: ['Glass fibre', 'Stainless mesh'] }, summary: 'Pressure and pilot-line element' },
  strainer: { name: 'Hydraulic suction strainer', line: 'hydraulicElement', shape: 'strainer', colour: '#9aa5ad', price: [1000, 8500], density: 260, weight: 2, maxBrands: 3, boreRatio: 0,
    sizes: [[60, 105, '3/4 BSP'], [70, 140, '1 BSP'], [86, 150, '1 1/4 BSP'], [100, 200, '1 1/2 BSP'], [130, 260, '2 BSP'], [150, 300, '2 1/2 NPT']],
    choices: { 'Mesh width': [60, 90, 125, 250], Magnet: yesNo, Media: ['Stainless mesh'] }, summary: 'Strainer for the suction line in the tank' },
  transmission: { name: 'Transmission filter', line: 'hydraulic', shape: 'spin-on', colour: '#a05a12', price: [900, 9000], density: 630, weight: 3, maxBrands: 4, boreRatio: 0,
    sizes: [[93, 135, 'M22x1.5'], [93, 171, '1-12 UNF'], [96, 205, '1 1/8-16 UN'], [110, 178, '1 3/8-16 UN'], [128, 215, '1 1/2-16 UN']],
    choices: { 'Micron rating': [6, 10, 15, 25], 'Bypass valve': [1.5, 1.7, 2.5], Media: media }, summary: 'Filter for transmission and steering oil' },
  tankBreather: { name: 'Tank breather', line: 'breather', shape: 'breather', colour: '#2a343e', price: [600, 6000], density: 420, weight: 2, maxBrands: 3, boreRatio: 0,
    sizes: [[48, 72, '1/4 BSP'], [68, 95, '3/4 BSP'], [80, 130, 'Flange, 6 holes'], [92, 140, 'Flange, 6 holes'], [110, 150, 'Flange, 3 holes']],
    choices: { 'Micron rating': [3, 10, 25, 40], 'Opening pressure': [0, 0.2, 0.35, 0.7], Lock: yesNo }, summary: 'Lets the tank breathe clean air' },
  crankcase: { name: 'Crankcase breather', line: 'breather', shape: 'element', colour: '#3f4a55', price: [1800, 15000], density: 210, weight: 1, maxBrands: 3, boreRatio: 0.45,
    sizes: [[96, 130, ''], [112, 160, ''], [128, 190, ''], [150, 230, '']],
    choices: { 'Flow rate': [100, 200, 350, 500], Media: ['Glass fibre', 'Synthetic'] }, summary: 'Separates oil mist from crankcase gas' },
  cabin: { name: 'Cabin filter', line: 'cabin', shape: 'cabin', colour: green, price: [600, 9500], density: 70, weight: 3, maxBrands: 5, boreRatio: 0,
    sizes: [[210, 150, 30], [254, 224, 36], [300, 204, 48], [316, 198, 30], [354, 235, 40], [420, 180, 55], [560, 260, 60]],
    choices: { Media: ['Particle', 'Activated carbon', 'Class P3'] }, summary: 'Cleans the air of the cab' },
  coolant: { name: 'Coolant filter', line: 'coolant', shape: 'spin-on', colour: '#0f7c83', price: [800, 3000], density: 620, weight: 1, maxBrands: 3, boreRatio: 0,
    sizes: [[93, 107, '11/16-16 UN'], [93, 137, '11/16-16 UN'], [93, 180, '11/16-16 UN'], [118, 200, '11/16-16 UN']],
    choices: { 'SCA units': [0, 4, 8, 12, 15], 'Micron rating': [20, 30] }, summary: 'Keeps the cooling circuit clean' },
  dryer: { name: 'Air dryer', line: 'dryer', shape: 'dryer', colour: '#dcd9d0', price: [1400, 6000], density: 760, weight: 1, maxBrands: 3, boreRatio: 0,
    sizes: [[138, 152, 'M39x1.5'], [138, 165, 'M39x1.5'], [140, 168, 'M41x1.5'], [140, 190, 'G 1 1/4']],
    choices: { 'Oil separating': yesNo, 'Maximum pressure': [13, 14, 16] }, summary: 'Desiccant cartridge for the air brakes' },
  adblue: { name: 'AdBlue filter', line: 'special', shape: 'element', colour: '#2878c0', price: [800, 6500], density: 240, weight: 1, maxBrands: 3, boreRatio: 0.3,
    sizes: [[48, 90, ''], [58, 112, ''], [72, 140, ''], [88, 175, '']],
    choices: { 'Micron rating': [5, 10, 30], 'Seal material': ['EPDM'] }, summary: 'Filter for the dosing pump of the SCR system' },
  airOil: { name: 'Air/oil separator', line: 'special', shape: 'air-round', colour: '#c8ccd0', price: [3500, 26000], density: 150, weight: 1, maxBrands: 3, boreRatio: 0.66,
    sizes: [[108, 230, ''], [136, 305, ''], [170, 305, ''], [220, 400, ''], [300, 480, ''], [400, 600, '']],
    choices: { 'Flow rate': [1500, 3000, 6000, 12000], Media: ['Glass fibre'] }, summary: 'Takes the oil out of compressed air' },
  kit: { name: 'Service kit', line: 'kit', shape: 'kit', colour: red, price: [3500, 62000], density: 180, weight: 2, maxBrands: 2, boreRatio: 0,
    sizes: [[300, 200, 150], [400, 300, 220], [500, 300, 280], [600, 400, 300]],
    choices: { 'Service interval': [250, 500, 1000, 2000], Filters: [3, 4, 5, 6, 7, 8] }, summary: 'All filters of one service in one box' },
} as const satisfies Record<string, FilterType>

export type TypeKey = keyof typeof filterTypes

/** Types with few or no products; 'Gas filter' has none. */
export const otherTypes = ['Sealing ring', 'Gas filter'] as const

/** [name, unit, position]: numeric values are in this unit. */
export const demoAttributes: readonly (readonly [string, string, number])[] = [
  ['Outer diameter', 'mm', 10],
  ['Inner diameter', 'mm', 20],
  ['Height', 'mm', 30],
  ['Length', 'mm', 32],
  ['Width', 'mm', 34],
  ['Thread', '', 40],
  ['Gasket outer diameter', 'mm', 45],
  ['Micron rating', 'µm', 50],
  ['Mesh width', 'µm', 52],
  ['Bypass valve', 'bar', 60],
  ['Anti-drain valve', '', 65],
  ['Media', '', 70],
  ['Seal material', '', 80],
  ['Shape', '', 90],
  ['Seal', '', 95],
  ['Stage', '', 100],
  ['Drain', '', 110],
  ['Sensor port', '', 120],
  ['Bowl', '', 125],
  ['Hose connection', 'mm', 130],
  ['Outlet diameter', 'mm', 135],
  ['Flow rate', 'l/min', 140],
  ['Air flow', 'm³/min', 145],
  ['Collapse pressure', 'bar', 150],
  ['Maximum pressure', 'bar', 155],
  ['Opening pressure', 'bar', 158],
  ['Magnet', '', 160],
  ['Lock', '', 165],
  ['O-ring set', '', 170],
  ['Oil separating', '', 175],
  ['SCA units', '', 180],
  ['Service interval', 'h', 190],
  ['Filters', '', 195],
  ['Matching outer element', '', 200],
  ['Matching inner element', '', 205],
  ['Cord thickness', 'mm', 210],
]
