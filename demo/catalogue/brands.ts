/** Product lines. A brand makes those for which it has a code pattern. */
export type ProductLine =
  | 'oil'
  | 'oilElement'
  | 'fuel'
  | 'fuelElement'
  | 'separator'
  | 'air'
  | 'housing'
  | 'hydraulic'
  | 'hydraulicElement'
  | 'breather'
  | 'cabin'
  | 'coolant'
  | 'dryer'
  | 'special'
  | 'kit'

export interface Brand {
  name: string
  colour: string
  /** Relative to the base price of a product (1). */
  priceFactor: number
  /** 9 stands for a digit. No two brands share a pattern, so codes of stocked products are unique. */
  codePatterns: Partial<Record<ProductLine, string>>
}

const ownCodePattern = (letter: string) => `FH-${letter}-9999`

/** The shop's own brand: it has a product in every group. */
export const ownBrand: Brand = {
  name: 'Filterhouse',
  colour: '#c8102e',
  priceFactor: 0.62,
  codePatterns: {
    oil: ownCodePattern('O'),
    oilElement: ownCodePattern('OE'),
    fuel: ownCodePattern('F'),
    fuelElement: ownCodePattern('FE'),
    separator: ownCodePattern('FS'),
    air: ownCodePattern('A'),
    housing: ownCodePattern('AH'),
    hydraulic: ownCodePattern('H'),
    hydraulicElement: ownCodePattern('HE'),
    breather: ownCodePattern('B'),
    cabin: ownCodePattern('C'),
    coolant: ownCodePattern('W'),
    dryer: ownCodePattern('D'),
    special: ownCodePattern('X'),
    kit: ownCodePattern('K'),
  },
}

const brand = (
  name: string,
  colour: string,
  priceFactor: number,
  codePatterns: Brand['codePatterns'],
): Brand => ({
  name,
  colour,
  priceFactor,
  codePatterns,
})

// Real names, used only to say what a filter replaces; all part numbers are invented.
// biome-ignore format: one row per brand
export const brands: readonly Brand[] = [
  brand('Fleetguard', '#1d3f7a', 1, { oil: 'LF99999', oilElement: 'LF99999', fuel: 'FF99999', fuelElement: 'FF99999', separator: 'FS99999', air: 'AF99999', housing: 'AH99999', hydraulic: 'HF99999', hydraulicElement: 'HF99999', breather: 'CV99999', cabin: 'AF99999', coolant: 'WF99999', special: 'UF99999' }),
  brand('Donaldson', '#14578f', 1, { oil: 'P539999', oilElement: 'P509999', fuel: 'P579999', fuelElement: 'P509999', separator: 'P569999', air: 'P789999', housing: 'G099999', hydraulic: 'P179999', hydraulicElement: 'P169999', breather: 'P029999', cabin: 'P509999', coolant: 'P549999', special: 'X779999' }),
  brand('Baldwin', '#b3261e', 0.9, { oil: 'BD9999', oilElement: 'PT9999-E', fuel: 'BF9999', fuelElement: 'PF9999', separator: 'BF9999-O', air: 'RS9999', hydraulic: 'BT9999-MPG', hydraulicElement: 'PT9999-MPG', cabin: 'PA9999', coolant: 'BW9999', dryer: 'BA9999' }),
  brand('MANN-FILTER', '#2b7a3d', 1, { oil: 'W 9999/9', oilElement: 'HU 9999 x', fuel: 'WK 9999/9', fuelElement: 'PU 9999 x', separator: 'WK 9999 z', air: 'C 99 999', hydraulic: 'WD 9999', hydraulicElement: 'HD 9999', breather: 'LC 99 999', cabin: 'CU 99 999', dryer: 'TB 9999/9 x', special: 'U 99/99 KIT' }),
  brand('Mahle', '#24456b', 1, { oil: 'OC 9999', oilElement: 'OX 9999D', fuel: 'KC 9999', fuelElement: 'KX 9999D', air: 'LX 9999', hydraulicElement: 'HX 9999', cabin: 'LA 9999', dryer: 'AL 9999' }),
  brand('HIFI Filter', '#2c6fb3', 0.75, { oil: 'SO 99999', oilElement: 'SO 99999', fuel: 'SN 99999', fuelElement: 'SN 99999', separator: 'SN 99999', air: 'SA 99999', hydraulic: 'SH 99999', hydraulicElement: 'SH 99999', breather: 'SAO 9999', cabin: 'SC 99999', coolant: 'SW 9999', dryer: 'TD 9999', special: 'OA 9999' }),
  brand('Sure Filter', '#d07a1b', 0.75, { oil: 'SFO9999', fuel: 'SFF9999', air: 'SFA9999P', hydraulic: 'SFH9999', cabin: 'SFC9999', kit: 'SFG9999' }),
  brand('Wix', '#3d4650', 0.9, { oil: 'WL9999', oilElement: 'WL9999E', fuel: 'WF9999D', fuelElement: 'WF9999E', air: 'WA9999', cabin: 'WP9999', hydraulic: '59999 WX' }),
  brand('Hengst', '#1f6a4d', 1, { oil: 'H99999W', oilElement: 'E9999H D99', fuelElement: 'E9999KP', air: 'E9999L', cabin: 'E9999LI', dryer: 'T9999W' }),
  brand('Bosch', '#6b7680', 1, { oil: 'F 026 499 999', fuel: 'F 026 402 9999', air: 'F 026 400 9999', cabin: '1 087 432 999' }),
  brand('Fram', '#d4691e', 0.8, { oil: 'PH99999', fuel: 'P99999 FR', air: 'CA99999', cabin: 'CF99999' }),
  brand('Parker Racor', '#1e6c8c', 1.2, { separator: 'R99T', fuelElement: '2999PM', special: 'PFF99999' }),
  brand('Parker', '#3a3f46', 1.3, { hydraulic: '939999Q', hydraulicElement: 'G99999Q' }),
  brand('Hydac', '#1b4a8a', 1.5, { hydraulicElement: '0999 R 010 BN4HC', hydraulic: '0099 MA 010 BN' }),
  brand('Pall', '#0d5ea6', 1.6, { hydraulicElement: 'HC9999FKS8H' }),
  brand('MP Filtri', '#c03a2b', 1.1, { hydraulicElement: 'MF 9999 A10HB', hydraulic: 'CS 9999 A10A' }),
  brand('Stauff', '#e0a100', 1.1, { hydraulicElement: 'RE 999 G 10 B', hydraulic: 'SF 9999' }),
  brand('Filtrec', '#346aa9', 0.9, { hydraulicElement: 'D999G10A', hydraulic: 'A999G10' }),
  brand('SF-Filter', '#8c1d18', 0.95, { hydraulicElement: 'HY 99999', air: 'SL 99999', oil: 'SP 9999', cabin: 'SKL 99999', fuel: 'SK 9999' }),
  brand('UFI', '#23527c', 0.85, { oil: '23.999.00', fuel: '24.999.00', air: '27.999.00', cabin: '53.999.00' }),
  brand('Purflux', '#1e5aa8', 0.85, { oil: 'LS9999A', oilElement: 'L9999', fuel: 'CS9999P', fuelElement: 'C9999P', air: 'A9999P', cabin: 'AH9999P' }),
  brand('Coopers', '#6d1f2f', 0.85, { air: 'AEM9999', oil: 'LSF9999', oilElement: 'LEF9999', fuel: 'FSM9999', fuelElement: 'AG9999' }),
  brand('Crosland', '#5b2d7a', 0.8, { oil: '2999', air: '9999 CR', fuel: '5999' }),
  brand('Mecafilter', '#2d6a8f', 0.8, { oil: 'H9999M', oilElement: 'ELH9999', fuel: 'ELG9999', air: 'ELP9999', cabin: 'J9999' }),
  brand('Sakura', '#a81c3b', 0.75, { oil: 'C-9999', fuel: 'FC-9999', separator: 'SFC-9999-10', air: 'A-9999', hydraulic: 'HC-9999', hydraulicElement: 'H-9999', oilElement: 'EO-99999' }),
  brand('Luberfiner', '#b5351c', 0.9, { oil: 'LFP9999', fuel: 'LFF9999', air: 'LAF9999', hydraulic: 'LFH9999' }),
  brand('Vokes', '#30506e', 1, { air: 'E9999V', hydraulicElement: 'V9999 VK' }),
  brand('Champion', '#1a1a1a', 0.85, { oil: 'COF999999S', fuel: 'CFF999999', air: 'CAF999999P', cabin: 'CCF9999' }),
  brand('Kolbenschmidt', '#27496d', 0.9, { oil: '50 013 999', fuel: '50 014 999', air: '50 015 999' }),
  brand('Kleenoil', '#2f6b3a', 1.3, { special: 'SDU-H9999', hydraulicElement: 'KU99999' }),
]
