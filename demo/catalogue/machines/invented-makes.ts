import { hash } from '../random.ts'
import type { Make } from './makes.ts'

const starts =
  'Ald Ash Bar Bell Berg Bram Bren Brook Brun Cal Carl Cor Dal Dan Dorn Ed Eld Elm Fair Fal Fin Fors Gar Gil Grun Hal Har Hart Heid Hol Ing Jar Kel Kir Lang Lin Lor Mal Mar Mel Mor Nor Oak Ol Ost Pel Quin Rad Ren Roth Sand Sel Stan Steg Tarn Thor Ul Val Wes Win'.split(
    ' ',
  )
const ends =
  'berg borg by dale den dorf fell field ford gate hall ham haus hof holm hurst land lau ley lund mann mark ner quist rup sen shaw sted strom ten ton vik wald wall ward wick win worth wyn zell'.split(
    ' ',
  )
const trades = ['', ' Plant', ' Agri', ' Motoren', ' Equipment', ' Industrie']
const engines = [
  'Perkins 1104D',
  'Deutz TCD3.6',
  'Kubota V2403',
  'Yanmar 4TNV98',
  'Cummins QSB4.5',
  'FPT N45',
]

const stride = 1009

/** Invented makes for catalogues with more makes than exist. Names are unique for the first 2,400 × 6. */
export function createInventedMake(index: number): Make {
  const nameCount = starts.length * ends.length
  const nameIndex = (index * stride + 17) % nameCount
  const trade = trades[Math.floor(index / nameCount) % trades.length]!
  const name = `${starts[nameIndex % starts.length]}${ends[Math.floor(nameIndex / starts.length)]}${trade}`
  const firstEngine = hash(name) % engines.length
  return {
    name,
    plateNumber: hash(name, 'plate') % 3 === 0 ? 'serial' : 'none',
    codePattern: `${name.slice(0, 2).toUpperCase()}-999999`,
    engines: [engines[firstEngine]!, engines[(firstEngine + 1) % engines.length]!],
    models: [],
    isInvented: true,
  }
}
